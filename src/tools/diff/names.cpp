#include "common/unreachable.hpp"
#include "rigy/diff.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;

std::string_view name_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::Document:
      return "document";
    case ObjectKind::Material:
      return "material";
    case ObjectKind::Mesh:
      return "mesh";
    case ObjectKind::Primitive:
      return "primitive";
    case ObjectKind::Armature:
      return "armature";
    case ObjectKind::Bone:
      return "bone";
    case ObjectKind::Binding:
      return "binding";
    case ObjectKind::Pose:
      return "pose";
    case ObjectKind::Anchor:
      return "anchor";
    case ObjectKind::Import:
      return "import";
    case ObjectKind::Instance:
      return "instance";
    case ObjectKind::Child:
      return "child";
    case ObjectKind::MotionPose:
      return "motion pose";
    case ObjectKind::Clip:
      return "clip";
  }
  unreachable();
}

std::string_view name_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Renamed:
      return "renamed";
    case ChangeKind::Moved:
      return "moved";
    case ChangeKind::Turned:
      return "turned";
    case ChangeKind::Resized:
      return "resized";
    case ChangeKind::Reshaped:
      return "reshaped";
    case ChangeKind::Recolored:
      return "recolored";
    case ChangeKind::Rebound:
      return "rebound";
    case ChangeKind::Reweighted:
      return "reweighted";
    case ChangeKind::Reposed:
      return "reposed";
    case ChangeKind::Reordered:
      return "reordered";
    case ChangeKind::Changed:
      return "changed";
  }
  unreachable();
}

}  // namespace rigy

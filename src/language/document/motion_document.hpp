// The typed motion document: what a .rigm.yaml file says. As in document.hpp, everything keeps its
// node; what could not be decoded has none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/document.hpp"

namespace rigy::language {

struct MotionTurn {
  Reference bone;
  Quaternion rotation;  // of unit length
  Vec3 degrees;         // as written: about x, y and z, or the angle about an axis as x
  bool in_bone_axes = false;
};

struct MotionMove {
  Reference bone;
  Vec3 offset;
};

struct MotionReach {
  NodeId node = no_index;
  Reference bone;
  Point to;
  Reference in;
  Count bones;
  Point pole;
  std::vector<Reference> level;
};

struct MotionPose {
  NodeId node = no_index;
  Text id;
  Reference from;
  Reference from_asset;
  bool mirror = false;
  NodeId mirror_node = no_index;
  std::vector<MotionTurn> turns;
  std::vector<MotionMove> moves;
  std::vector<MotionReach> reaches;
};

struct MotionKey {
  NodeId node = no_index;
  Number at;
  Reference pose;
  bool mirror = false;
  NodeId mirror_node = no_index;
  std::optional<Ease> ease;  // nothing: that of the clip
};

struct MotionClip {
  NodeId node = no_index;
  Text id;
  Number length;
  bool loop = false;
  Ease ease = Ease::Spline;
  Number rate{30, no_index};
  std::vector<MotionKey> keys;
  NodeId keys_node = no_index;
  Point travel;
};

struct MotionDocument {
  Text asset;
  Reference armature;
  std::vector<MotionPose> poses;
  std::vector<MotionClip> clips;
  bool incomplete_poses = false;  // see Document::incomplete
};

}  // namespace rigy::language

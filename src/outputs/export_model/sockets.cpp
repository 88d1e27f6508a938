#include "export_model/sockets.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "body/body_map.hpp"
#include "export_model/motion.hpp"

namespace rigy::outputs {
namespace {

// The square of the distance from a point to the line from head to tail.
double distance_to(const ExportBone& bone, const Vec3& point) {
  const Vec3 along = bone.tail - bone.head;
  const double share = std::clamp(dot(point - bone.head, along) / dot(along, along), 0.0, 1.0);
  const Vec3 away = point - (bone.head + share * along);
  return dot(away, away);
}

std::uint32_t nearest_bone(const ExportSkeleton& skeleton, const Vec3& point) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < skeleton.bones.size(); ++i) {
    if (distance_to(skeleton.bones[i], point) < distance_to(skeleton.bones[best], point)) best = i;
  }
  return best;
}

// The first armature below each node; no_index: at the root of the scene.
std::map<std::uint32_t, std::uint32_t> armatures_by_parent(const ExportModel& model) {
  std::map<std::uint32_t, std::uint32_t> armatures;
  for (std::uint32_t i = 0; i < model.armatures.size(); ++i) {
    const ExportArmature& armature = model.armatures[i];
    if (model.skeletons[armature.skeleton].bones.empty()) continue;
    armatures.emplace(model.nodes[armature.node].parent, i);
  }
  return armatures;
}

// What lies below a bone has no other place in the tree.
void leave_parents(ExportModel& model) {
  const auto follows = [&](std::uint32_t node) {
    return model.nodes[node].followed_bone != no_index;
  };
  std::erase_if(model.roots, follows);
  for (ExportNode& node : model.nodes) std::erase_if(node.children, follows);
}

// Whether the bone map says which bone the anchor follows.
bool put_below_mapped_bone(const ModelDraft& draft, const Assembly& assembly, ExportNode& node) {
  if (assembly.bone_map == nullptr) return false;
  for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
    const ArmatureSource& source = draft.sources[i];
    if (draft.model.nodes[draft.model.armatures[i].node].parent != node.parent) continue;
    const std::uint32_t bone = mapped_anchor(assembly, *source.asset, *source.armature, node.id);
    if (bone == no_index) continue;
    put_below_bone(draft.model, node, i, bone);
    return true;
  }
  return false;
}

}  // namespace

void put_below_bone(const ExportModel& model, ExportNode& node, std::uint32_t armature,
                    std::uint32_t bone) {
  const ExportSkeleton& skeleton = model.skeletons[model.armatures[armature].skeleton];
  const RigidMotion place{node.transform.translation, node.transform.rotation};
  const RigidMotion local = relative_to(skeleton.bones[bone].rest, place);
  node.transform.translation = local.translation;
  node.transform.rotation = local.rotation;
  node.parent = no_index;
  node.followed_armature = armature;
  node.followed_bone = bone;
}

void attach_anchors(ModelDraft& draft, const Assembly& assembly, ExportSockets sockets,
                    UniqueNames& names) {
  ExportModel& model = draft.model;
  const std::map<std::uint32_t, std::uint32_t> armatures = armatures_by_parent(model);
  for (ExportNode& node : model.nodes) {
    if (node.kind != ExportNodeKind::Anchor) continue;
    const auto beside = armatures.find(node.parent);
    if (!put_below_mapped_bone(draft, assembly, node)) {
      if (sockets == ExportSockets::None || beside == armatures.end()) continue;
      const ExportSkeleton& skeleton = model.skeletons[model.armatures[beside->second].skeleton];
      put_below_bone(model, node, beside->second,
                     nearest_bone(skeleton, node.transform.translation));
    }
    if (sockets == ExportSockets::Unreal) node.name = names.take("SOCKET_" + node.name);
  }
  leave_parents(model);
}

}  // namespace rigy::outputs

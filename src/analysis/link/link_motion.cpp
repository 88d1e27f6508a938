#include "link/link_motion.hpp"

#include <string_view>

#include "document/names.hpp"

namespace rigy::analysis {
namespace {

class MotionLinker {
 public:
  MotionLinker(MotionFile& motion, const Reporter& at)
      : document_(motion.document), asset_(motion.asset()->document), at_(at) {}

  void link();

 private:
  void link_armature();
  void link_only_armature();
  void link_pose(MotionPose& pose);
  void link_bone(Reference& bone) {
    if (armature_ != nullptr && !armature_->incomplete_bones) {
      link(bone, bones_, Code::UnknownMovedBone, "bone", "bones");
    }
  }
  void link(Reference& reference, const Names& names, Code code, std::string_view what,
            std::string_view plural);

  MotionDocument& document_;
  const Document& asset_;
  Reporter at_;
  const Armature* armature_ = nullptr;
  Names bones_;
  Names poses_;
  Names asset_poses_;
};

void MotionLinker::link(Reference& reference, const Names& names, Code code, std::string_view what,
                        std::string_view plural) {
  if (!reference.given()) return;
  reference.index = names.find(reference.id);
  if (reference.index != no_index) return;
  const NewFinding added =
      at_.report(code, reference.node, "there is no {} '{}'", what, reference.id);
  if (added) added.help(help_for_unknown(at_.diagnostics, reference.id, names, plural));
}

// M04: the asset has exactly one, or it is said which.
void MotionLinker::link_only_armature() {
  const std::size_t count = asset_.armatures.size();
  if (count == 1) document_.armature.index = 0;
  if (count == 1 || asset_.incomplete.armatures) return;
  const NodeId node = document_.asset.node;
  if (count == 0) {
    at_.report(Code::UnknownArmature, node,
               "the asset has no armature, so there is nothing to move")
        .help("give the asset an armature, and bind its meshes to it");
    return;
  }
  at_.report(Code::UnknownArmature, node, "the asset has {} armatures", count)
      .help("say which one moves: armature: {}", asset_.armatures[0].id.value);
}

void MotionLinker::link_armature() {
  if (!document_.armature.given()) {
    link_only_armature();
  } else if (!asset_.incomplete.armatures) {
    link(document_.armature, names_of(asset_.armatures), Code::UnknownArmature, "armature",
         "armatures");
  }
  if (document_.armature.index == no_index) return;
  armature_ = &asset_.armatures[document_.armature.index];
  bones_ = names_of(armature_->bones);
}

void MotionLinker::link_pose(MotionPose& pose) {
  if (!document_.incomplete_poses) {
    link(pose.from, poses_, Code::UnknownMotionPose, "pose", "poses");
  }
  link(pose.from_asset, asset_poses_, Code::UnknownMotionPose, "pose of the asset", "poses");
  for (MotionTurn& turn : pose.turns) link_bone(turn.bone);
  for (MotionMove& move : pose.moves) link_bone(move.bone);
  for (MotionReach& reach : pose.reaches) {
    link_bone(reach.bone);
    link_bone(reach.in);
    for (Reference& bone : reach.level) link_bone(bone);
  }
}

void MotionLinker::link() {
  link_armature();
  poses_ = names_of(document_.poses);
  asset_poses_ = names_of(asset_.poses);
  for (MotionPose& pose : document_.poses) link_pose(pose);
  for (MotionClip& clip : document_.clips) {
    for (MotionKey& key : clip.keys) {
      if (document_.incomplete_poses) break;
      link(key.pose, poses_, Code::UnknownMotionPose, "pose", "poses");
    }
  }
}

}  // namespace

void link_motions(Draft& draft, Diagnostics& diagnostics) {
  for (MotionFile* motion : draft.motions) {
    if (motion->asset() == nullptr) continue;
    MotionLinker(*motion, draft.assembly.reporter(*motion, diagnostics)).link();
  }
}

}  // namespace rigy::analysis

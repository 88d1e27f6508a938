#include "link/link_motion.hpp"

#include <string>
#include <string_view>

#include "link/candidates.hpp"
#include "link/references.hpp"

namespace rigy::analysis {
namespace {

class MotionLinker {
 public:
  MotionLinker(MotionFile& motion, const Reporter& at)
      : document_(motion.document),
        asset_(motion.asset()->document),
        at_(at),
        armatures_(names_of(asset_.armatures)),
        poses_(names_of(document_.poses)),
        asset_poses_(names_of(asset_.poses)) {}

  void link();

 private:
  [[nodiscard]] Candidates candidates(const Type& type) const;
  template <class Fields, class Item>
  void link_fields(const Fields& fields, Item& item, std::string_view owner);
  void link_armature();
  void link_only_armature();

  MotionDocument& document_;
  const Document& asset_;
  Reporter at_;
  Names armatures_;
  Names poses_;
  Names asset_poses_;
  const Armature* armature_ = nullptr;
  Names bones_;
};

Candidates MotionLinker::candidates(const Type& type) const {
  switch (type.item) {
    case ItemKind::Armature:
      return {&armatures_, asset_.incomplete.armatures, "the asset"};
    case ItemKind::Bone:
      if (armature_ == nullptr) return {};
      return {&bones_, armature_->incomplete_bones, "armature", armature_->id.value};
    case ItemKind::Pose:
      if (type.scope == Scope::Import) return {&asset_poses_, false, "the asset"};
      return {&poses_, document_.incomplete_poses};
    default:
      return {};
  }
}

template <class Fields, class Item>
void MotionLinker::link_fields(const Fields& fields, Item& item, std::string_view owner) {
  each_reference(fields, item, [&](const auto& one, Reference& reference) {
    const Candidates in = candidates(one.type);
    if (!is_missing(reference, in)) return;
    report_missing(at_, reference, one.type, one.miss, reference.node, in, owner);
  });
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
  link_fields(motion_references, document_, "the motion");
  if (!document_.armature.given()) link_only_armature();
  if (document_.armature.index == no_index) return;
  armature_ = &asset_.armatures[document_.armature.index];
  bones_ = names_of(armature_->bones);
}

void MotionLinker::link() {
  link_armature();
  for (MotionPose& pose : document_.poses) {
    const std::string owner = called("pose", pose.id);
    link_fields(motion_pose_references, pose, owner);
    for (MotionReach& reach : pose.reaches) link_fields(reach_references, reach, owner);
  }
  for (MotionClip& clip : document_.clips) {
    const std::string owner = called("clip", clip.id);
    for (MotionKey& key : clip.keys) link_fields(key_references, key, owner);
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

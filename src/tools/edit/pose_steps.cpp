#include "edit/pose_steps.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "math/rotation.hpp"
#include "math/turns.hpp"
#include "motion/plans.hpp"
#include "motion/reach.hpp"
#include "symmetry/symmetry.hpp"

namespace rigy::tools {
namespace {

// What stays nearer to its target than this has reached it.
constexpr double reached = 1e-6;

Vec3 vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

std::uint32_t bone_named(const Armature& armature, std::string_view id) {
  for (std::uint32_t i = 0; i < armature.bones.size(); ++i) {
    if (armature.bones[i].id.value == id) return i;
  }
  return no_index;
}

Quaternion rotation_of(const BoneTurn& turn) {
  const Vec3 axis = turn.axis == 'x'   ? Vec3{1, 0, 0}
                    : turn.axis == 'y' ? Vec3{0, 1, 0}
                                       : Vec3{0, 0, 1};
  return quaternion_from_axis_angle(axis, turn.radians);
}

class Mover {
 public:
  Mover(const Document& document, const Armature& armature)
      : document_(document), armature_(armature), skeleton_(skeleton_of(armature)) {
    for (const RestBone& bone : skeleton_.bones) start_.push_back({{}, bone.head});
    worlds_ = start_;
  }

  void begin_as(const Pose& pose);
  void turn_and_move(const PoseSteps& steps);
  void reach(const BoneReach& reach, std::vector<std::string>& notes);
  void mirror();
  void lift(double by);
  [[nodiscard]] WorldMotions take() { return std::move(worlds_); }

 private:
  [[nodiscard]] std::uint32_t parent_of(std::uint32_t bone) const {
    return skeleton_.bones[bone].parent;
  }
  void turn(std::uint32_t bone, const BoneTurn& turn);
  void move(std::uint32_t bone, const BoneMove& move);
  [[nodiscard]] Quaternion parent_rotation(std::uint32_t bone) const {
    return parent_of(bone) == no_index ? Quaternion{} : worlds_[parent_of(bone)].rotation;
  }
  [[nodiscard]] LocalMotions locals() const;

  const Document& document_;
  const Armature& armature_;
  MotionSkeleton skeleton_;
  WorldMotions start_;  // the rest, or the pose that this one begins as
  WorldMotions worlds_;
};

// Bones that it does not place follow their parents.
void Mover::begin_as(const Pose& pose) {
  for (const std::uint32_t bone : skeleton_.order) {
    worlds_[bone] = world_motion(skeleton_, bone, {}, worlds_);
    for (const PoseBone& entry : pose.bones) {
      if (entry.bone.value != armature_.bones[bone].id.value) continue;
      const auto [w, x, y, z] = entry.rotation;
      worlds_[bone] = {unit_quaternion({w, x, y, z}), entry.translation.value};
      break;
    }
  }
  start_ = worlds_;
}

void Mover::turn(std::uint32_t bone, const BoneTurn& turn) {
  Quaternion& rotation = worlds_[bone].rotation;
  const Quaternion by = rotation_of(turn);
  switch (turn.axes) {
    case PoseAxes::Asset:
      rotation = by * rotation;
      return;
    case PoseAxes::Parent: {
      const Quaternion above = parent_rotation(bone);
      rotation = above * by * conjugate(above) * rotation;
      return;
    }
    case PoseAxes::Bone:
      rotation = rotation * in_asset_axes(skeleton_.bones[bone], by);
  }
}

void Mover::move(std::uint32_t bone, const BoneMove& move) {
  Vec3 by = vector_of(move.by);
  if (move.axes == PoseAxes::Parent) by = rotate(parent_rotation(bone), by);
  if (move.axes == PoseAxes::Bone) {
    by = rotate(worlds_[bone].rotation * skeleton_.bones[bone].axes, by);
  }
  worlds_[bone].head = worlds_[bone].head + by;
}

// Where nothing above a bone moves, its numbers stay those that are written, not ones that went
// through sums.
void Mover::turn_and_move(const PoseSteps& steps) {
  std::vector<bool> moves(worlds_.size());
  for (const std::uint32_t bone : skeleton_.order) {
    const std::uint32_t parent = parent_of(bone);
    if (parent != no_index && moves[parent]) {
      const WorldMotion& above = worlds_[parent];
      const Quaternion back = conjugate(start_[parent].rotation);
      const Vec3 offset = rotate(back, start_[bone].head - start_[parent].head);
      worlds_[bone] = {above.rotation * (back * start_[bone].rotation),
                       rotate(above.rotation, offset) + above.head};
      moves[bone] = true;
    }
    const std::string_view id = armature_.bones[bone].id.value;
    for (const BoneTurn& one : steps.turns) {
      if (one.bone != id) continue;
      turn(bone, one);
      moves[bone] = true;
    }
    for (const BoneMove& one : steps.moves) {
      if (one.bone != id) continue;
      move(bone, one);
      moves[bone] = true;
    }
  }
}

LocalMotions Mover::locals() const {
  LocalMotions locals(worlds_.size());
  for (const std::uint32_t bone : skeleton_.order) {
    const Quaternion back = conjugate(parent_rotation(bone));
    locals[bone].turn = unit_quaternion(back * worlds_[bone].rotation);
    const Vec3 unmoved = world_motion(skeleton_, bone, locals[bone], worlds_).head;
    locals[bone].move = rotate(back, worlds_[bone].head - unmoved);
  }
  return locals;
}

void Mover::reach(const BoneReach& reach, std::vector<std::string>& notes) {
  const std::uint32_t bone = bone_named(armature_, reach.bone);
  if (bone == no_index) return;
  Reach wanted;
  wanted.bone = bone;
  wanted.count = reach.count;
  wanted.to = vector_of(reach.to);
  if (reach.pole) wanted.pole = vector_of(*reach.pole);
  while (wanted.count > 1 && !has_chain(skeleton_, wanted)) --wanted.count;
  LocalMotions motions = locals();
  const double missing = solve_reach(skeleton_, wanted, motions, worlds_);
  if (missing > reached) {
    notes.push_back(
        fmt::format("'{}' stays {:.3g} m from [{:g}, {:g}, {:g}]: its bones are too "
                    "short",
                    reach.bone, missing, reach.to[0], reach.to[1], reach.to[2]));
  }
}

void Mover::mirror() {
  const LocalMotions before = locals();
  LocalMotions after = before;
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    const std::uint32_t other =
        bone_named(armature_, swap_prefix(*document_.mirror_x, armature_.bones[i].id.value));
    after[other == no_index ? i : other] = {reflected(before[i].turn), reflected(before[i].move)};
  }
  worlds_ = world_motions(skeleton_, after);
}

void Mover::lift(double by) {
  for (WorldMotion& world : worlds_) world.head.y += by;
}

}  // namespace

WorldMotions moved_bones(const Document& document, const Armature& armature, const Pose* start,
                         const PoseSteps& steps, std::vector<std::string>& notes) {
  Mover mover(document, armature);
  if (start != nullptr) mover.begin_as(*start);
  mover.turn_and_move(steps);
  for (const BoneReach& reach : steps.reaches) mover.reach(reach, notes);
  if (steps.mirror && document.mirror_x) mover.mirror();
  if (steps.lift != 0) mover.lift(steps.lift);
  return mover.take();
}

}  // namespace rigy::tools

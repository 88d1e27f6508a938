// The gaits, for the table of them.
#pragma once

#include "gaits/gait.hpp"

namespace rigy::tools {

[[nodiscard]] Gait make_two_legged_walk(const GaitRig& rig);
[[nodiscard]] Gait make_run(const GaitRig& rig);
[[nodiscard]] Gait make_four_legged_walk(const GaitRig& rig);
[[nodiscard]] Gait make_trot(const GaitRig& rig);
[[nodiscard]] Gait make_gallop(const GaitRig& rig);

[[nodiscard]] Gait make_idle(const GaitRig& rig);
[[nodiscard]] Gait make_jump(const GaitRig& rig);
[[nodiscard]] Gait make_sit(const GaitRig& rig);
[[nodiscard]] Gait make_wave(const GaitRig& rig);

[[nodiscard]] Gait make_flap(const GaitRig& rig);
[[nodiscard]] Gait make_glide(const GaitRig& rig);
[[nodiscard]] Gait make_swim(const GaitRig& rig);
[[nodiscard]] Gait make_slither(const GaitRig& rig);

}  // namespace rigy::tools

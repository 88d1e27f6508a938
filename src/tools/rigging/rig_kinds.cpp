#include "rigging/rig_kinds.hpp"

namespace rigy::tools {
namespace {

constexpr RigBone biped_trunk[] = {
    {"root", "none", {0, 0, 0}, {0, 0.06, 0}},     {"hips", "root", {0, 0.53, 0}, {0, 0.6, 0}},
    {"spine", "hips", {0, 0.6, 0}, {0, 0.7, 0}},   {"chest", "spine", {0, 0.7, 0}, {0, 0.83, 0}},
    {"neck", "chest", {0, 0.83, 0}, {0, 0.88, 0}}, {"head", "neck", {0, 0.88, 0}, {0, 0.99, 0}},
};

constexpr RigBone hanging_limbs[] = {
    {"L_shoulder", "chest", {-0.15, 0.8, 0}, {-0.7, 0.8, 0}},
    {"L_upper_arm", "L_shoulder", {-0.75, 0.79, 0}, {-0.8, 0.63, 0}},
    {"L_forearm", "L_upper_arm", {-0.8, 0.63, 0}, {-0.82, 0.48, 0}},
    {"L_hand", "L_forearm", {-0.82, 0.48, 0}, {-0.82, 0.4, 0}},
    {"L_thigh", "hips", {-0.35, 0.51, 0}, {-0.35, 0.28, 0}},
    {"L_shin", "L_thigh", {-0.35, 0.28, 0}, {-0.35, 0.05, 0}},
    {"L_foot", "L_shin", {-0.35, 0.05, 0}, {-0.35, 0.01, -0.8}},
};

constexpr RigBone limbs_with_arms_out[] = {
    {"L_shoulder", "chest", {-0.04, 0.8, 0}, {-0.2, 0.8, 0}},
    {"L_upper_arm", "L_shoulder", {-0.2, 0.8, 0}, {-0.52, 0.8, 0}},
    {"L_forearm", "L_upper_arm", {-0.52, 0.8, 0}, {-0.82, 0.8, 0}},
    {"L_hand", "L_forearm", {-0.82, 0.8, 0}, {-0.98, 0.8, 0}},
    {"L_thigh", "hips", {-0.11, 0.51, 0}, {-0.11, 0.28, 0}},
    {"L_shin", "L_thigh", {-0.11, 0.28, 0}, {-0.11, 0.05, 0}},
    {"L_foot", "L_shin", {-0.11, 0.05, 0}, {-0.11, 0.01, -0.8}},
};

constexpr RigBone quadruped[] = {
    {"root", "none", {0, 0, 0}, {0, 0.1, 0}},
    {"hips", "root", {0, 0.62, 0.5}, {0, 0.62, 0.2}},
    {"spine", "hips", {0, 0.62, 0.2}, {0, 0.62, -0.1}},
    {"chest", "spine", {0, 0.62, -0.1}, {0, 0.62, -0.4}},
    {"neck", "chest", {0, 0.66, -0.42}, {0, 0.85, -0.65}},
    {"head", "neck", {0, 0.85, -0.65}, {0, 0.85, -0.98}},
    {"tail", "hips", {0, 0.65, 0.55}, {0, 0.7, 0.98}},
    {"L_shoulder", "chest", {-0.6, 0.52, -0.4}, {-0.6, 0.28, -0.4}},
    {"L_front_shin", "L_shoulder", {-0.6, 0.28, -0.4}, {-0.6, 0.06, -0.4}},
    {"L_front_paw", "L_front_shin", {-0.6, 0.06, -0.4}, {-0.6, 0.01, -0.47}},
    {"L_thigh", "hips", {-0.6, 0.52, 0.45}, {-0.6, 0.28, 0.45}},
    {"L_shin", "L_thigh", {-0.6, 0.28, 0.45}, {-0.6, 0.06, 0.45}},
    {"L_hind_paw", "L_shin", {-0.6, 0.06, 0.45}, {-0.6, 0.01, 0.38}},
};

constexpr RigBone bird[] = {
    {"root", "none", {0, 0, 0}, {0, 0.1, 0}},
    {"hips", "root", {0, 0.5, 0.2}, {0, 0.52, 0}},
    {"chest", "hips", {0, 0.52, 0}, {0, 0.58, -0.35}},
    {"neck", "chest", {0, 0.62, -0.4}, {0, 0.82, -0.6}},
    {"head", "neck", {0, 0.82, -0.6}, {0, 0.86, -0.95}},
    {"tail", "hips", {0, 0.5, 0.3}, {0, 0.5, 0.98}},
    {"L_wing", "chest", {-0.12, 0.62, -0.1}, {-0.4, 0.62, -0.1}},
    {"L_forewing", "L_wing", {-0.4, 0.62, -0.1}, {-0.7, 0.62, -0.05}},
    {"L_wingtip", "L_forewing", {-0.7, 0.62, -0.05}, {-0.98, 0.62, 0.05}},
    {"L_thigh", "hips", {-0.12, 0.42, 0.1}, {-0.12, 0.22, 0.05}},
    {"L_shin", "L_thigh", {-0.12, 0.22, 0.05}, {-0.12, 0.04, 0.1}},
    {"L_foot", "L_shin", {-0.12, 0.04, 0.1}, {-0.12, 0.01, -0.1}},
};

constexpr RigBone fish[] = {
    {"root", "none", {0, 0, 0}, {0, 0.1, 0}},
    {"body", "root", {0, 0.5, -0.3}, {0, 0.5, 0.1}},
    {"head", "body", {0, 0.5, -0.3}, {0, 0.5, -0.95}},
    {"tail_1", "body", {0, 0.5, 0.1}, {0, 0.5, 0.4}},
    {"tail_2", "tail_1", {0, 0.5, 0.4}, {0, 0.5, 0.7}},
    {"tail_fin", "tail_2", {0, 0.5, 0.7}, {0, 0.5, 0.98}},
    {"L_fin", "body", {-0.4, 0.4, -0.3}, {-0.95, 0.35, -0.1}},
};

constexpr RigBone snake[] = {
    {"root", "none", {0, 0, 0}, {0, 0.1, 0}},
    {"body_1", "root", {0, 0.5, -0.75}, {0, 0.5, -0.5}},
    {"head", "body_1", {0, 0.5, -0.75}, {0, 0.5, -0.98}},
    {"body_2", "body_1", {0, 0.5, -0.5}, {0, 0.5, -0.25}},
    {"body_3", "body_2", {0, 0.5, -0.25}, {0, 0.5, 0}},
    {"body_4", "body_3", {0, 0.5, 0}, {0, 0.5, 0.25}},
    {"body_5", "body_4", {0, 0.5, 0.25}, {0, 0.5, 0.5}},
    {"body_6", "body_5", {0, 0.5, 0.5}, {0, 0.5, 0.75}},
    {"tail", "body_6", {0, 0.5, 0.75}, {0, 0.5, 0.98}},
};

constexpr RigBone arm[] = {
    {"base", "none", {0, 0, 0}, {0, 0.12, 0}},
    {"upper_arm", "base", {0, 0.12, 0}, {0, 0.48, 0}},
    {"forearm", "upper_arm", {0, 0.48, 0}, {0, 0.8, 0}},
    {"hand", "forearm", {0, 0.8, 0}, {0, 0.99, 0}},
};

constexpr RigKind kinds_of_rigs[] = {
    {"biped", biped_trunk, hanging_limbs, limbs_with_arms_out},
    {"quadruped", quadruped},
    {"bird", bird},
    {"fish", fish},
    {"snake", snake},
    {"arm", arm},
};

}  // namespace

std::span<const RigKind> all_rig_kinds() { return kinds_of_rigs; }

std::vector<RigBone> bones_for(const RigKind& kind, const Vec3& extents) {
  const bool is_wide = extents.x > 0.7 * extents.y;
  const std::span<const RigBone> limbs = is_wide ? kind.wide_limbs : kind.limbs;
  std::vector<RigBone> bones(kind.trunk.begin(), kind.trunk.end());
  bones.insert(bones.end(), limbs.begin(), limbs.end());
  return bones;
}

}  // namespace rigy::tools

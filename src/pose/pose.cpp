#include "pose/pose.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace rigy {
namespace {

constexpr double no_length = 1e-12;

PosedBone posed_bone(const Bone& bone, const Quaternion& rotation, const Vec3& translation) {
  const Vec3 to_bone = -bone.head.value;
  PosedBone posed;
  posed.linear = rotation_matrix(rotation);
  posed.translation = posed.linear * to_bone + translation;
  posed.real = rotation;
  const Vec3 t = rotate(rotation, to_bone) + translation;
  posed.dual = 0.5 * (Quaternion{0, t.x, t.y, t.z} * rotation);
  return posed;
}

// Few enough for the sums of a stretch to stay in the nearest cache.
constexpr std::size_t max_stretch = 66;

// Vertices that follow the same bones with the same weights.
struct Stretch {
  std::span<Vec3> positions;
  std::span<Vec3> normals;
};

// Bone by bone over all vertices of the stretch: simple loops, which compilers turn into vector
// instructions. Each vertex still adds its terms in slot order, from +0.0.
void pose_by_lbs(const PosedArmature& armature, const JointWeights& influences, Stretch stretch) {
  const std::size_t count = stretch.positions.size();
  std::array<Vec3, max_stretch> positions;
  std::array<Vec3, max_stretch> normals;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const double weight = influences.weights[slot];
    if (weight == 0) continue;
    const PosedBone bone = armature.bones[influences.joints[slot]];
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 moved = bone.linear * stretch.positions[i] + bone.translation;
      positions[i] = positions[i] + weight * moved;
      normals[i] = normals[i] + weight * (bone.linear * stretch.normals[i]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    stretch.positions[i] = positions[i];
    const double size = length(normals[i]);
    if (size > no_length) stretch.normals[i] = normals[i] / size;
  }
}

struct DualQuaternion {
  Quaternion real;
  Quaternion dual;
};

// §14.3: the influence with the lowest bone index decides the hemisphere.
std::size_t hemisphere_reference(const JointWeights& influences) {
  std::size_t reference = 0;  // slot 0 always has a weight
  for (std::size_t i = 1; i < 4; ++i) {
    if (influences.weights[i] != 0 && influences.joints[i] < influences.joints[reference]) {
      reference = i;
    }
  }
  return reference;
}

// §14.4.
DualQuaternion blend(const PosedArmature& armature, const JointWeights& influences) {
  const Quaternion reference =
      armature.bones[influences.joints[hemisphere_reference(influences)]].real;
  Quaternion real{0, 0, 0, 0};
  Quaternion dual{0, 0, 0, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    const double weight = influences.weights[i];
    if (weight == 0) continue;
    const PosedBone& bone = armature.bones[influences.joints[i]];
    const bool opposite = dot(bone.real, reference) < 0;
    real = real + weight * (opposite ? -bone.real : bone.real);
    dual = dual + weight * (opposite ? -bone.dual : bone.dual);
  }
  const double reciprocal = 1.0 / std::sqrt(dot(real, real));
  real = reciprocal * real;
  dual = reciprocal * dual;
  dual = dual - dot(real, dual) * real;
  return {real, dual};
}

Vec3 translation_of(const DualQuaternion& motion) {
  const Quaternion t = 2.0 * (motion.dual * conjugate(motion.real));
  return {t.x, t.y, t.z};
}

// §14.5. The vertices of a stretch move alike: blended once.
void pose_by_dqs(const PosedArmature& armature, const JointWeights& influences, Stretch stretch) {
  const DualQuaternion motion = blend(armature, influences);
  const Vec3 translation = translation_of(motion);
  for (Vec3& position : stretch.positions) {
    position = rotate(motion.real, position) + translation;
  }
  for (Vec3& normal : stretch.normals) normal = rotate(motion.real, normal);
}

}  // namespace

PosedArmature pose_armature(const Armature& armature, const Pose& pose, Solver solver) {
  std::unordered_map<std::string_view, const PoseBone*> entries;
  for (const PoseBone& entry : pose.bones) entries.emplace(entry.bone.value, &entry);
  PosedArmature posed{solver, {}};
  posed.bones.reserve(armature.bones.size());
  for (const Bone& bone : armature.bones) {
    const auto entry = entries.find(bone.id.value);
    Quaternion rotation;
    Vec3 translation;
    if (entry != entries.end()) {
      const auto [w, x, y, z] = entry->second->rotation;
      rotation = {w, x, y, z};
      translation = entry->second->translation.value;
    }
    posed.bones.push_back(posed_bone(bone, rotation, translation));
  }
  return posed;
}

void pose_vertices(const PosedArmature& armature, const InfluenceRuns& influences,
                   const Shape& shape, PrimitiveVertices& vertices) {
  own_normals(shape, vertices);
  std::array<std::uint32_t, max_shape_vertices> run_of_vertex{};
  last_runs(influences, std::span(run_of_vertex).first(vertices.count));
  for (std::size_t begin = 0; begin < vertices.count;) {
    std::size_t end = begin + 1;
    while (end < vertices.count && end - begin < max_stretch &&
           run_of_vertex[end] == run_of_vertex[begin]) {
      ++end;
    }
    const Stretch stretch{std::span(vertices.positions).subspan(begin, end - begin),
                          std::span(vertices.normals).subspan(begin, end - begin)};
    const JointWeights& weights = influences.runs[run_of_vertex[begin]].value;
    const auto pose = armature.solver == Solver::Lbs ? pose_by_lbs : pose_by_dqs;
    pose(armature, weights, stretch);
    begin = end;
  }
}

}  // namespace rigy

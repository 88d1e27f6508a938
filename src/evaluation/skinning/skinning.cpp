#include "skinning/skinning.hpp"

#include <string_view>

#include "hashing/text_hash.hpp"
#include "skinning/stretch.hpp"

namespace rigy::evaluation {
namespace {

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

}  // namespace

PosedArmature pose_armature(const Armature& armature, const Pose& pose, Solver solver) {
  TextMap<std::string_view, const PoseBone*> entries;
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

void pose_vertices(const PosedArmature& armature, InfluenceRuns& influences,
                   PrimitiveVertices& vertices) {
  const std::span<Vec3> positions = vertices.positions();
  const std::span<Vec3> normals = vertices.own_normals();
  const std::span<const std::uint32_t> run_of_vertex = last_runs(influences, vertices.count());
  const auto pose = armature.solver == Solver::Lbs ? pose_by_lbs : pose_by_dqs;
  for (std::size_t begin = 0; begin < positions.size();) {
    std::size_t end = begin + 1;
    while (end < positions.size() && end - begin < max_stretch &&
           run_of_vertex[end] == run_of_vertex[begin]) {
      ++end;
    }
    const JointWeights& weights = influences.runs[run_of_vertex[begin]].value;
    pose(armature, weights,
         {positions.subspan(begin, end - begin), normals.subspan(begin, end - begin)});
    begin = end;
  }
}

}  // namespace rigy::evaluation

#include <algorithm>
#include <span>

#include "export_model/number_source.hpp"
#include "fbx/output.hpp"
#include "fbx/transform.hpp"

namespace rigy::outputs {
namespace {

struct PointWeight {
  std::int32_t point = 0;
  float weight = 0;
};

// For each bone of the armature, the points that it moves, ascending.
using PointWeights = std::vector<std::vector<PointWeight>>;

// Weights that are there at once: 1 MiB.
constexpr std::size_t max_weights_at_once = 1u << 17;

// Those of the bones that are wanted. `counts`: how many each has, if that is known.
PointWeights weights_by_bone(const FbxMeshNumbers& numbers, const std::vector<bool>& wanted,
                             const std::vector<std::size_t>& counts) {
  PointWeights bones(wanted.size());
  for (std::size_t bone = 0; bone < counts.size(); ++bone) {
    if (wanted[bone]) bones[bone].reserve(counts[bone]);
  }
  const auto uses = [&wanted](const PrimitiveFacts& facts) {
    return std::any_of(facts.joints.begin(), facts.joints.end(),
                       [&](const JointUse& use) { return wanted[use.joint]; });
  };
  const auto add = [&](const FbxPiece& piece) {
    auto point = static_cast<std::int32_t>(piece.first_point);
    const Geometry& geometry = piece.geometry;
    for (const std::uint32_t vertex : piece.points.vertices) {
      for (std::size_t i = 4 * std::size_t{vertex}; i < 4 * (std::size_t{vertex} + 1); ++i) {
        const std::uint16_t bone = geometry.joints[i];
        if (!(geometry.weights[i] > 0) || !wanted[bone]) continue;
        bones[bone].push_back({point, geometry.weights[i]});
      }
      ++point;
    }
  };
  numbers.each_piece(add, uses);
  return bones;
}

// How many points each bone moves, if the numbers are made later.
std::vector<std::size_t> measured_weights(const ExportModel& model, const ExportMesh& mesh,
                                          std::size_t bone_count) {
  std::vector<std::size_t> counts(bone_count);
  for (const ExportPart& part : mesh.parts) {
    for (const PrimitiveSlot& slot : model.source->slots_of(model.geometries[part.geometry])) {
      for (const JointUse& use : model.source->facts(slot).joints) counts[use.joint] += use.points;
    }
  }
  return counts;
}

Affine world_of_bone(const FbxOutput& output, std::uint32_t armature, std::size_t bone) {
  const ExportArmature& place = output.model.armatures[armature];
  const ExportSkeleton& skeleton = output.model.skeletons[place.skeleton];
  return output.plan.world[place.node] * to_affine(skeleton.bones[bone].rest);
}

struct ClusterPlace {
  std::uint32_t armature = 0;
  std::uint16_t bone = 0;
  std::int64_t id = 0;
};

// Transform is from the mesh to the bone, TransformLink from the bone to the world, both at rest.
// TransformAssociateModel is the armature's, without which Blender puts meshes in the wrong place
// if the armature is part of an instance.
// Only counted while everything is measured: then there are no weights.
void write_cluster(const FbxOutput& output, const ClusterPlace& place, std::size_t count,
                   const std::vector<PointWeight>& weights) {
  FbxRecordWriter& writer = output.writer;
  const ExportArmature& armature = output.model.armatures[place.armature];
  const ExportBone& bone = output.model.skeletons[armature.skeleton].bones[place.bone];
  begin_object(writer, {"Deformer", "SubDeformer", "Cluster"}, place.id,
               armature.bone_names[place.bone]);
  put_int32(writer, "Version", 100);
  writer.begin("Indexes");
  writer.array<std::int32_t>(count, [&](std::size_t i) { return weights[i].point; });
  writer.end();
  writer.begin("Weights");
  writer.array<double>(count, [&](std::size_t i) { return weights[i].weight; });
  writer.end();
  put_matrix(writer, "Transform", bone.inverse_bind);
  put_matrix(writer, "TransformLink", world_of_bone(output, place.armature, place.bone));
  put_matrix(writer, "TransformAssociateModel", output.plan.world[armature.node]);
  writer.end();
}

// The clusters of some bones, whose weights are there at once.
class ClusterWriter {
 public:
  ClusterWriter(const FbxOutput& output, std::size_t number)
      : output_(output),
        mesh_(output.model.meshes[number]),
        skin_(fbx_id(FbxKind::Skin, number)),
        numbers_(output, number),
        bone_count_(output.model.armatures[mesh_.armature].bone_names.size()) {
    if (output.model.source != nullptr) {
      counts_ = measured_weights(output.model, mesh_, bone_count_);
    }
  }

  void write(std::span<const std::uint16_t> bones, std::uint64_t first_cluster) {
    while (!bones.empty()) {
      const std::size_t some = bones_at_once(bones);
      write_some(bones.first(some), first_cluster);
      first_cluster += some;
      bones = bones.subspan(some);
    }
  }

 private:
  [[nodiscard]] std::size_t bones_at_once(std::span<const std::uint16_t> bones) const {
    if (counts_.empty()) return bones.size();
    std::size_t weights = counts_[bones[0]];
    std::size_t some = 1;
    for (; some < bones.size(); ++some) {
      weights += counts_[bones[some]];
      if (weights > max_weights_at_once) break;
    }
    return some;
  }

  void write_some(std::span<const std::uint16_t> bones, std::uint64_t cluster) {
    std::vector<bool> wanted(bone_count_);
    for (const std::uint16_t bone : bones) wanted[bone] = true;
    const bool is_measured = output_.writer.measures();
    const PointWeights weights =
        is_measured ? PointWeights(bone_count_) : weights_by_bone(numbers_, wanted, counts_);
    for (const std::uint16_t bone : bones) {
      const std::size_t count = counts_.empty() ? weights[bone].size() : counts_[bone];
      const std::int64_t id = fbx_id(FbxKind::Cluster, cluster++);
      write_cluster(output_, {mesh_.armature, bone, id}, count, weights[bone]);
      output_.connections.push_back({id, skin_, {}});
      output_.connections.push_back({fbx_bone_id(output_, mesh_.armature, bone), id, {}});
    }
  }

  const FbxOutput& output_;
  const ExportMesh& mesh_;
  std::int64_t skin_;
  FbxMeshNumbers numbers_;
  std::size_t bone_count_;
  std::vector<std::size_t> counts_;  // of each bone, if numbers are made later
};

void write_skin(const FbxOutput& output, std::size_t number, std::uint64_t first_cluster) {
  const ExportMesh& mesh = output.model.meshes[number];
  const std::int64_t skin = fbx_id(FbxKind::Skin, number);
  begin_object(output.writer, {"Deformer", "Deformer", "Skin"}, skin, mesh.name);
  put_int32(output.writer, "Version", 101);
  put_real(output.writer, "Link_DeformAcuracy", 50);  // FBX spells it like this
  put_text(output.writer, "SkinningType", mesh.solver == Solver::Dqs ? "DualQuaternion" : "Linear");
  output.writer.end();
  output.connections.push_back({skin, fbx_id(FbxKind::Geometry, number), {}});
  ClusterWriter(output, number).write(output.plan.moving_bones[number], first_cluster);
}

void write_pose_node(FbxRecordWriter& writer, std::int64_t id, const Affine& world) {
  writer.begin("PoseNode");
  put_int64(writer, "Node", id);
  put_matrix(writer, "Matrix", world);
  writer.end();
}

// Armatures, their ancestors, and the meshes bound to them.
std::vector<bool> nodes_in_bind_pose(const ExportModel& model) {
  std::vector<bool> in_pose(model.nodes.size());
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    const ExportNode& node = model.nodes[i];
    const bool is_bound = node.mesh != no_index && model.meshes[node.mesh].armature != no_index;
    if (node.kind == ExportNodeKind::Armature || is_bound) in_pose[i] = true;
    if (in_pose[i] && node.parent != no_index) in_pose[node.parent] = true;
  }
  return in_pose;
}

const Affine& world_of_node(const FbxOutput& output, std::size_t number) {
  const ExportNode& node = output.model.nodes[number];
  if (node.mesh == no_index) return output.plan.world[number];
  const std::uint32_t armature = output.model.meshes[node.mesh].armature;
  return output.plan.world[output.model.armatures[armature].node];
}

}  // namespace

void write_skins(const FbxOutput& output) {
  std::uint64_t clusters = 0;
  for (std::size_t i = 0; i < output.model.meshes.size(); ++i) {
    if (output.model.meshes[i].armature == no_index || is_full(output)) continue;
    write_skin(output, i, clusters);
    clusters += output.plan.moving_bones[i].size();
  }
}

void write_bind_pose(const FbxOutput& output) {
  const ExportModel& model = output.model;
  if (model.armatures.empty()) return;
  const std::vector<bool> in_pose = nodes_in_bind_pose(model);
  std::size_t count = model.bone_count;
  for (const bool is_in : in_pose) count += is_in ? 1 : 0;
  begin_object(output.writer, {"Pose", "Pose", "BindPose"}, fbx_id(FbxKind::Pose, 0), "BindPose");
  put_text(output.writer, "Type", "BindPose");
  put_int32(output.writer, "Version", 100);
  put_int32(output.writer, "NbPoseNodes", static_cast<std::int32_t>(count));
  for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
    if (in_pose[i]) write_pose_node(output.writer, fbx_node_id(i), world_of_node(output, i));
  }
  for (std::uint32_t armature = 0; armature < model.armatures.size(); ++armature) {
    const std::size_t bones = model.armatures[armature].bone_names.size();
    for (std::uint32_t bone = 0; bone < bones; ++bone) {
      write_pose_node(output.writer, fbx_bone_id(output, armature, bone),
                      world_of_bone(output, armature, bone));
    }
  }
  output.writer.end();
}

}  // namespace rigy::outputs

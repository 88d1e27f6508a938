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

PointWeights weights_by_bone(const FbxMeshNumbers& numbers, std::size_t bone_count) {
  PointWeights bones(bone_count);
  std::int32_t point = 0;
  for (std::size_t part = 0; part < numbers.part_count(); ++part) {
    const Geometry& geometry = numbers.geometry(part);
    for (const std::uint32_t vertex : numbers.points(part).vertices) {
      for (std::size_t i = 4 * std::size_t{vertex}; i < 4 * (std::size_t{vertex} + 1); ++i) {
        if (!(geometry.weights[i] > 0)) continue;
        bones[geometry.joints[i]].push_back({point, geometry.weights[i]});
      }
      ++point;
    }
  }
  return bones;
}

// The same without values, if the numbers are made later.
PointWeights measured_weights(const ExportModel& model, const ExportMesh& mesh,
                              std::size_t bone_count) {
  PointWeights bones(bone_count);
  for (const ExportPart& part : mesh.parts) {
    for (const PrimitiveSlot& slot : model.source->slots_of(model.geometries[part.geometry])) {
      for (const JointUse& use : model.source->facts(slot).joints) {
        bones[use.joint].resize(bones[use.joint].size() + use.points);
      }
    }
  }
  return bones;
}

PointWeights weights_of(const FbxOutput& output, std::size_t number) {
  const ExportMesh& mesh = output.model.meshes[number];
  const std::size_t bones = output.model.armatures[mesh.armature].bone_names.size();
  if (output.writer.measures()) return measured_weights(output.model, mesh, bones);
  return weights_by_bone(FbxMeshNumbers(output, number), bones);
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
void write_cluster(const FbxOutput& output, const ClusterPlace& place,
                   const std::vector<PointWeight>& weights) {
  FbxRecordWriter& writer = output.writer;
  const ExportArmature& armature = output.model.armatures[place.armature];
  const ExportBone& bone = output.model.skeletons[armature.skeleton].bones[place.bone];
  begin_object(writer, {"Deformer", "SubDeformer", "Cluster"}, place.id,
               armature.bone_names[place.bone]);
  put_int32(writer, "Version", 100);
  writer.begin("Indexes");
  writer.array<std::int32_t>(weights.size(), [&](std::size_t i) { return weights[i].point; });
  writer.end();
  writer.begin("Weights");
  writer.array<double>(weights.size(), [&](std::size_t i) { return weights[i].weight; });
  writer.end();
  put_matrix(writer, "Transform", bone.inverse_bind);
  put_matrix(writer, "TransformLink", world_of_bone(output, place.armature, place.bone));
  put_matrix(writer, "TransformAssociateModel", output.plan.world[armature.node]);
  writer.end();
}

void write_skin(const FbxOutput& output, std::size_t number, std::uint64_t first_cluster) {
  const ExportMesh& mesh = output.model.meshes[number];
  const std::int64_t skin = fbx_id(FbxKind::Skin, number);
  begin_object(output.writer, {"Deformer", "Deformer", "Skin"}, skin, mesh.name);
  put_int32(output.writer, "Version", 101);
  put_real(output.writer, "Link_DeformAcuracy", 50);  // FBX spells it like this
  put_text(output.writer, "SkinningType", mesh.solver == Solver::Dqs ? "DualQuaternion" : "Linear");
  output.writer.end();
  output.connections.push_back({skin, fbx_id(FbxKind::Geometry, number), {}});
  const PointWeights weights = weights_of(output, number);
  for (const std::uint16_t bone : output.plan.moving_bones[number]) {
    const std::int64_t cluster = fbx_id(FbxKind::Cluster, first_cluster++);
    write_cluster(output, {mesh.armature, bone, cluster}, weights[bone]);
    output.connections.push_back({cluster, skin, {}});
    output.connections.push_back({fbx_bone_id(output, mesh.armature, bone), cluster, {}});
  }
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

#include <fmt/format.h>

#include "fbx/output.hpp"
#include "fbx/transform.hpp"

namespace rigy::outputs {
namespace {

void write_model(FbxRecordWriter& writer, std::string_view subclass, std::int64_t id,
                 std::string_view name, const NodeTransform& transform) {
  constexpr std::int32_t scale_of_parents_included = 1;
  begin_object(writer, {"Model", "Model", subclass}, id, name);
  put_int32(writer, "Version", 232);
  begin_settings(writer);
  set_enum(writer, "InheritType", scale_of_parents_included);
  set_int(writer, "DefaultAttributeIndex", 0);
  set_local(writer, "Lcl Translation", transform.translation);
  set_local(writer, "Lcl Rotation", euler_degrees(rotation_matrix(transform.rotation)));
  set_local(writer, "Lcl Scaling", transform.scale);
  writer.end();
  writer.begin("Shading");
  writer.boolean(true);
  writer.end();
  put_text(writer, "Culling", "CullingOff");
  writer.end();
}

// How much of the height of the screen the shape fills where each level but the first begins, and
// that the program may choose.
void write_levels(FbxRecordWriter& writer, std::size_t count) {
  begin_settings(writer);
  set_bool(writer, "ThresholdsUsedAsPercentage", true);
  set_compound(writer, "Thresholds");
  double percentage = 100;
  for (std::size_t level = 0; level + 1 < count; ++level) {
    percentage /= 2;
    set_real(writer, fmt::format("Thresholds|Level{}", level), percentage);
  }
  set_compound(writer, "DisplayLevels");
  for (std::size_t level = 0; level < count; ++level) {
    set_enum(writer, fmt::format("DisplayLevels|Level{}", level), 0);
  }
  writer.end();
}

std::string_view subclass_of(const ExportNode& node) {
  if (node.mesh != no_index) return "Mesh";
  return node.kind == ExportNodeKind::Levels ? "LodGroup" : "Null";
}

void write_attribute(const FbxOutput& output, std::uint32_t number) {
  const ExportNode& node = output.model.nodes[number];
  const std::int64_t id = fbx_id(FbxKind::NodeAttribute, number);
  begin_object(output.writer, {"NodeAttribute", "NodeAttribute", subclass_of(node)}, id, node.name);
  put_text(output.writer, "TypeFlags", subclass_of(node));
  if (node.kind == ExportNodeKind::Levels) write_levels(output.writer, node.children.size());
  output.writer.end();
  output.connections.push_back({id, fbx_node_id(number), {}});
}

void connect_materials(const FbxOutput& output, std::uint32_t node) {
  for (const std::uint32_t material : output.plan.materials[output.model.nodes[node].mesh]) {
    const std::size_t number = material == no_index ? output.model.materials.size() : material;
    output.connections.push_back({fbx_id(FbxKind::Material, number), fbx_node_id(node), {}});
  }
}

// A bound mesh is a child of its armature, which places it just as it places the bones.
std::int64_t parent_id(const FbxOutput& output, const ExportNode& node) {
  const ExportModel& model = output.model;
  if (node.followed_bone != no_index) {
    return fbx_bone_id(output, node.followed_armature, node.followed_bone);
  }
  if (node.parent == no_index && node.mesh != no_index &&
      model.meshes[node.mesh].armature != no_index) {
    return fbx_node_id(model.armatures[model.meshes[node.mesh].armature].node);
  }
  return node.parent == no_index ? fbx_root : fbx_node_id(node.parent);
}

void write_node(const FbxOutput& output, std::uint32_t number) {
  const ExportNode& node = output.model.nodes[number];
  const bool has_mesh = node.mesh != no_index;
  const std::int64_t id = fbx_node_id(number);
  write_model(output.writer, subclass_of(node), id, node.name, node.transform);
  output.connections.push_back({id, parent_id(output, node), {}});
  if (has_mesh) {
    output.connections.push_back({fbx_id(FbxKind::Geometry, node.mesh), id, {}});
    connect_materials(output, number);
  } else {
    write_attribute(output, number);
  }
}

void write_bone(const FbxOutput& output, std::uint32_t armature, std::uint32_t number) {
  const ExportArmature& place = output.model.armatures[armature];
  const ExportBone& bone = output.model.skeletons[place.skeleton].bones[number];
  const std::int64_t id = fbx_bone_id(output, armature, number);
  write_model(output.writer, "LimbNode", id, place.bone_names[number],
              {bone.local.translation, bone.local.rotation});
  const std::int64_t attribute_id =
      fbx_id(FbxKind::NodeAttribute, bone_number(output, armature, number));
  begin_object(output.writer, {"NodeAttribute", "NodeAttribute", "LimbNode"}, attribute_id,
               place.bone_names[number]);
  put_text(output.writer, "TypeFlags", "Skeleton");
  begin_settings(output.writer);
  set_real(output.writer, "Size", bone.length);
  output.writer.end();
  output.writer.end();
  output.connections.push_back({id,
                                bone.parent == no_index
                                    ? fbx_node_id(place.node)
                                    : fbx_bone_id(output, armature, bone.parent),
                                {}});
  output.connections.push_back({attribute_id, id, {}});
}

}  // namespace

void write_nodes(const FbxOutput& output) {
  for (std::uint32_t node = 0; node < output.model.nodes.size() && !is_full(output); ++node) {
    write_node(output, node);
  }
  for (std::uint32_t armature = 0; armature < output.model.armatures.size(); ++armature) {
    const std::size_t bones = output.model.armatures[armature].bone_names.size();
    for (std::uint32_t bone = 0; bone < bones && !is_full(output); ++bone) {
      write_bone(output, armature, bone);
    }
  }
}

}  // namespace rigy::outputs

#include "gltf/nodes_json.hpp"

#include <array>

namespace rigy::outputs {

NodesJson::NodesJson(JsonOutput& out, const ExportModel& model, const GltfData& data)
    : out_(out), json_(out.json), model_(model), data_(data) {
  auto next = static_cast<std::uint32_t>(model.nodes.size());
  for (const ExportArmature& armature : model.armatures) {
    first_bone_.push_back(next);
    next += static_cast<std::uint32_t>(armature.bone_names.size());
    skins_.push_back(armature.has_skin ? skin_count_++ : no_index);
  }
  for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
    const ExportNode& node = model.nodes[i];
    if (node.followed_bone == no_index) continue;
    followers_[{node.followed_armature, node.followed_bone}].push_back(i);
  }
}

void NodesJson::write_nodes() {
  if (model_.nodes.empty()) return;
  json_.key("nodes");
  json_.begin_array();
  for (const ExportNode& node : model_.nodes) {
    if (out_.is_full()) return;
    write_node(node);
  }
  for (std::uint32_t i = 0; i < model_.armatures.size(); ++i) write_bones(i);
  json_.end_array();
}

void NodesJson::write_node(const ExportNode& node) {
  json_.begin_object();
  write_text(json_, "name", node.name);
  if (node.mesh != no_index) {
    write_count(json_, "mesh", node.mesh);
    const std::uint32_t armature = model_.meshes[node.mesh].armature;
    if (armature != no_index) write_count(json_, "skin", skins_[armature]);
  }
  write_children(node);
  write_transform(node);
  if (node.shape != no_index) write_body(node);
  write_node_extras(node);
  json_.end_object();
}

// A mesh in fewer bytes has the space that they are stored in; else it has no transform.
void NodesJson::write_transform(const ExportNode& node) {
  NodeTransform transform = node.transform;
  const bool has_mesh = node.mesh != no_index && model_.meshes[node.mesh].armature == no_index;
  if (has_mesh && model_.is_small) {
    const auto& [center, scale] = data_.quantization.of_mesh[node.mesh];
    transform.translation = center;
    transform.scale = {scale, scale, scale};
  }
  write_motion(transform.translation, transform.rotation);
  if (transform.scale != Vec3{1, 1, 1}) write_vector(json_, "scale", transform.scale);
}

void NodesJson::write_motion(const Vec3& translation, const Quaternion& rotation) {
  if (translation != Vec3{}) write_vector(json_, "translation", translation);
  const auto [w, x, y, z] = rotation;
  if (w != 1) write_numbers<double>(json_, "rotation", std::array{x, y, z, w});
}

// The root bones of an armature are children of its node.
void NodesJson::write_children(const ExportNode& node) {
  std::vector<std::uint32_t> children = node.children;
  if (node.armature != no_index) {
    const ExportArmature& armature = model_.armatures[node.armature];
    for (const std::uint32_t root : model_.skeletons[armature.skeleton].roots) {
      children.push_back(first_bone_[node.armature] + root);
    }
  }
  if (!children.empty()) write_indices(json_, "children", children);
}

// What follows a bone is moved by it; all else stands still.
void NodesJson::write_body(const ExportNode& node) {
  json_.key("extensions");
  json_.begin_object();
  json_.key("OMI_physics_body");
  json_.begin_object();
  json_.key("motion");
  json_.begin_object();
  write_text(json_, "type", node.followed_bone == no_index ? "static" : "kinematic");
  json_.end_object();
  json_.key("collider");
  json_.begin_object();
  write_count(json_, "shape", node.shape);
  json_.end_object();
  json_.end_object();
  json_.end_object();
}

void NodesJson::write_node_extras(const ExportNode& node) {
  if (node.id.empty()) return;
  json_.key("extras");
  json_.begin_object();
  write_text(json_, "rigy_id", node.id);
  if (node.kind == ExportNodeKind::Anchor) write_text(json_, "rigy_kind", "anchor");
  if (node.shape != no_index) write_text(json_, "rigy_kind", "collider");
  if (node.kind == ExportNodeKind::Armature) write_text(json_, "rigy_kind", "armature");
  if (node.kind == ExportNodeKind::Group) write_text(json_, "rigy_kind", "instance");
  json_.end_object();
}

void NodesJson::write_bones(std::uint32_t number) {
  const ExportArmature& armature = model_.armatures[number];
  const std::vector<ExportBone>& bones = model_.skeletons[armature.skeleton].bones;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (out_.is_full()) return;
    json_.begin_object();
    write_text(json_, "name", armature.bone_names[i]);
    write_bone_children(number, i);
    write_motion(bones[i].local.translation, bones[i].local.rotation);
    write_bone_extras(bones[i]);
    json_.end_object();
  }
}

// Other bones, then what follows this one.
void NodesJson::write_bone_children(std::uint32_t armature, std::size_t bone) {
  const ExportSkeleton& skeleton = model_.skeletons[model_.armatures[armature].skeleton];
  std::vector<std::uint32_t> children;
  for (const std::uint32_t child : skeleton.bones[bone].children) {
    children.push_back(first_bone_[armature] + child);
  }
  const auto followers = followers_.find({armature, static_cast<std::uint32_t>(bone)});
  if (followers != followers_.end()) {
    children.insert(children.end(), followers->second.begin(), followers->second.end());
  }
  if (!children.empty()) write_indices(json_, "children", children);
}

void NodesJson::write_bone_extras(const ExportBone& bone) {
  json_.key("extras");
  json_.begin_object();
  write_text(json_, "rigy_id", bone.id);
  // Three numbers, because assimp 5.2 aborts where it copies a node with a list in its extras.
  write_number(json_, "rigy_tail_x", bone.tail.x);
  write_number(json_, "rigy_tail_y", bone.tail.y);
  write_number(json_, "rigy_tail_z", bone.tail.z);
  write_number(json_, "rigy_roll", bone.roll);
  json_.end_object();
}

void NodesJson::write_skins() {
  if (skin_count_ == 0) return;
  json_.key("skins");
  json_.begin_array();
  for (std::uint32_t i = 0; i < model_.armatures.size(); ++i) {
    if (out_.is_full()) return;
    if (model_.armatures[i].has_skin) write_skin(i);
  }
  json_.end_array();
}

void NodesJson::write_skin(std::uint32_t number) {
  const ExportArmature& armature = model_.armatures[number];
  json_.begin_object();
  write_text(json_, "name", model_.nodes[armature.node].name);
  write_count(json_, "inverseBindMatrices", data_.inverse_binds[armature.skeleton]);
  write_count(json_, "skeleton", armature.node);
  json_.key("joints");
  json_.begin_array();
  const std::size_t count = armature.bone_names.size();
  for (std::size_t i = 0; i < count; ++i) json_.number(first_bone_[number] + i);
  json_.end_array();
  json_.end_object();
}

}  // namespace rigy::outputs

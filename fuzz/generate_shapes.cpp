// Materials, meshes, armatures and poses.
#include <algorithm>
#include <cmath>

#include "document/primitive_types.hpp"
#include "fuzz/generate_parts.hpp"
#include "shapes/shape.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

using Fields = std::vector<std::pair<std::string, Value>>;

// A quaternion near enough to unit length for the language (0.001).
std::array<double, 4> rotation_of(Decisions& decisions) {
  static constexpr std::array<double, 4> simple[] = {{1, 0, 0, 0},
                                                     {-1, 0, 0, 0},
                                                     {0, 1, 0, 0},
                                                     {0, 0, 0, -1},
                                                     {0.5, 0.5, 0.5, 0.5},
                                                     {0.7071, 0.7071, 0, 0},
                                                     {0.7071, 0, -0.7071, 0},
                                                     {0.9239, 0, 0, 0.3827}};
  if (decisions.flip()) return decisions.pick(simple);
  std::array<double, 4> q{};
  double square = 0;
  for (double& component : q) {
    component = decisions.fraction() - 0.5;
    square += component * component;
  }
  if (square < 1e-3) return simple[0];
  // Sometimes as far from unit length as allowed.
  const double length = std::sqrt(square) * (decisions.one_in(4) ? 1.0009 : 1);
  for (double& component : q) component /= length;
  return q;
}

}  // namespace

Value AssetMaker::make_materials() {
  Value materials = Value::map();
  for (std::size_t i = decisions_.below(4); i > 0; --i) {
    const std::string id = unique_id();
    std::vector<Value> color(4);
    for (Value& component : color) component = weight();
    Value material = Value::map({{"base_color", Value::list(std::move(color))}});
    const bool is_mapped = since(7) && i > 1 && decisions_.one_in(3);
    if (is_mapped) material.fields.emplace_back("uses_uv_roles", Value::list({"albedo"}));
    (is_mapped ? made_.mapped_materials : made_.materials).push_back(id);
    materials.fields.emplace_back(id, std::move(material));
  }
  return materials;
}

// A material of this asset, or of one of its imports, or none.
Value AssetMaker::pick_material() {
  if (!imports_.empty() && decisions_.one_in(3)) {
    const Import& import = decisions_.pick(imports_);
    if (!import.asset->materials.empty()) {
      return import.name + "." + decisions_.pick(import.asset->materials);
    }
  }
  if (made_.materials.empty() || decisions_.one_in(3)) return {};
  return decisions_.pick(made_.materials);
}

Value AssetMaker::make_transform() {
  const std::size_t kind = decisions_.below(5);
  if (kind == 0) return {};
  if (kind == 1) return Value::map({{"translation", {}}, {"rotation_euler", {}}});
  Value transform = Value::map({{"translation", kind != 2 ? Value(point()) : Value()}});
  if (kind != 3) transform.fields.push_back(make_rotation());
  return transform;
}

Value AssetMaker::make_primitive(const Value& material, GeneratedMesh& mesh) {
  std::vector<PrimitiveType> types;
  for (const Word& word : shape_words) {
    if (since(info_of(word.feature).since.minor))
      types.push_back(static_cast<PrimitiveType>(word.value));
  }
  const PrimitiveType type = decisions_.pick(types);
  const bool mirrored = symmetry_ && decisions_.flip();
  Value dimensions = Value::map();
  for (const Field& field : info_of(type).dimensions) {
    const bool other = !field.alias.empty() && decisions_.one_in(3);
    dimensions.fields.emplace_back(other ? field.alias : field.name, dimension());
  }
  const std::string id = unique_id(mirrored);
  mesh.primitives.push_back({{id, mirrored, false}, shape_of(type)->topology.vertex_count});
  note_type(mesh, type);
  const bool has_corners = since(11) && type == PrimitiveType::Box && decisions_.one_in(4);
  Value primitive = has_corners ? make_aabb_box(mesh, id)
                                : Value::map({{"id", id},
                                              {"type", std::string(word_for(type))},
                                              {"dimensions", std::move(dimensions)},
                                              {"transform", make_transform()}});
  primitive.fields.emplace_back("name", optional_name());
  primitive.fields.emplace_back("material", since(12) ? pick_material() : material);
  add_labels(primitive);
  return primitive;
}

Value AssetMaker::make_mesh(const Value& material, std::size_t primitives) {
  GeneratedMesh mesh;
  mesh.id = unique_id();
  std::vector<Value> items;
  for (std::size_t i = 0; i < primitives; ++i) items.push_back(make_item(material, mesh));
  Value value = Value::map(
      {{"id", mesh.id}, {"name", optional_name()}, {"primitives", Value::list(std::move(items))}});
  add_uv(value, mesh);
  add_mesh_material(value, mesh);
  made_.meshes.push_back(std::move(mesh));
  return value;
}

Value AssetMaker::make_meshes() {
  std::vector<Value> meshes;
  const std::size_t count = decisions_.below(is_root_ ? 4 : 3);
  for (std::size_t i = 0; i < count; ++i) {
    // Enough for several threads to share the work.
    const std::size_t many = is_root_ && i == 0 && decisions_.one_in(16) ? 30 : 0;
    meshes.push_back(make_mesh(pick_material(), many + 1 + decisions_.below(3)));
  }
  return Value::list(std::move(meshes));
}

Value AssetMaker::make_armature() {
  GeneratedArmature armature;
  armature.id = unique_id();
  std::vector<Value> bones;
  const std::size_t count = 1 + decisions_.below(6);
  for (std::size_t i = 0; i < count; ++i) {
    const bool mirrored = symmetry_ && decisions_.flip();
    const std::string id = unique_id(mirrored);
    const bool root = armature.bones.empty() || decisions_.one_in(5);
    const std::array<double, 3> head = point();
    std::array<double, 3> tail = head;
    tail[1] += std::max(dimension() + 0.01, std::abs(head[1]));
    bones.push_back(Value::map({{"id", id},
                                {"parent", root ? "none" : decisions_.pick(armature.bones)},
                                {"head", head},
                                {"tail", tail},
                                {"roll", decisions_.one_in(4) ? Value(coordinate()) : Value()}}));
    armature.bones.push_back(id);
    if (mirrored) armature.bones.push_back(image_of(id));
  }
  // Children may come before their parents.
  for (std::size_t i = bones.size(); i > 1; --i) {
    if (decisions_.one_in(4)) std::swap(bones[i - 1], bones[decisions_.below(i)]);
  }
  Value value = Value::map(
      {{"id", armature.id}, {"name", optional_name()}, {"bones", Value::list(std::move(bones))}});
  made_.armatures.push_back(std::move(armature));
  return value;
}

Value AssetMaker::make_armatures() {
  std::vector<Value> armatures;
  for (std::size_t i = decisions_.below(3); i > 0; --i) armatures.push_back(make_armature());
  return Value::list(std::move(armatures));
}

Value AssetMaker::make_pose_entry() {
  Value rotation;
  if (!decisions_.one_in(4)) {
    rotation = Value::list();
    for (const double component : rotation_of(decisions_)) rotation.items.emplace_back(component);
  }
  return Value::map({{"rotation", std::move(rotation)},
                     {"translation", decisions_.flip() ? Value(point()) : Value()}});
}

Value AssetMaker::make_poses() {
  std::vector<std::string> bones;
  for (const GeneratedArmature& armature : made_.armatures) {
    bones.insert(bones.end(), armature.bones.begin(), armature.bones.end());
  }
  std::vector<Value> poses;
  for (std::size_t i = decisions_.below(3); i > 0; --i) {
    Value entries = Value::map();
    for (const std::size_t bone : decisions_.choose(decisions_.below(6), bones.size())) {
      entries.fields.emplace_back(bones[bone], make_pose_entry());
    }
    made_.poses.push_back(unique_id());
    poses.push_back(Value::map({{"id", made_.poses.back()}, {"bones", std::move(entries)}}));
  }
  return Value::list(std::move(poses));
}

}  // namespace rigy::fuzz

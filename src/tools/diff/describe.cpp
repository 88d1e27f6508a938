#include "diff/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/unreachable.hpp"
#include "document/members.hpp"
#include "document/primitive_types.hpp"
#include "document/uv_names.hpp"
#include "math/rotation.hpp"

namespace rigy::tools {
namespace {

std::string joined(const std::vector<Text>& texts) {
  std::vector<std::string_view> words;
  for (const Text& text : texts) words.push_back(text.value);
  return fmt::format("{}", fmt::join(words, ", "));
}

// What a change of the field does.
ChangeKind change_of(const Field& field) {
  switch (field.type.unit) {
    case Unit::Meters:
      return field.type.kind == TypeKind::Numbers ? ChangeKind::Moved : ChangeKind::Resized;
    case Unit::Radians:
    case Unit::Degrees:
    case Unit::Quaternion:
      return ChangeKind::Turned;
    default:
      return ChangeKind::Changed;
  }
}

// Adds a member by its type; ids and references are compared by other means.
struct AddMember {
  Description& to;

  void operator()(const Field& field, const Text& text) const {
    if (field.type.kind == TypeKind::Id) return;
    add_text(to, change_of(field), std::string(field.name), text.value);
  }
  void operator()(const Field&, const Reference&) const {}
  void operator()(const Field& field, const Point& point) const {
    add_point(to, change_of(field), std::string(field.name), point.value);
  }
  void operator()(const Field& field, double number) const {
    add_number(to, change_of(field), std::string(field.name), number);
  }
};

// A name that repeats the id says nothing.
void add_name(Description& to, const Text& name, const Text& id) {
  if (name.value != id.value) add_text(to, ChangeKind::Changed, "name", name.value);
}

// The material that counts: a primitive's own, or that of its mesh.
std::string material_of(const Primitive& primitive, const Mesh& mesh, const Renames& renames) {
  const bool own = primitive.material.given();
  const Reference& material = own ? primitive.material : mesh.material;
  const std::uint32_t import = own ? primitive.material_import : mesh.material_import;
  if (import != no_index) return std::string(material.id);
  return renames.now(ObjectKind::Material, {}, material.id);
}

Quaternion unit(const Quaternion& q) {
  const double size = quaternion_length(q);
  return size > 0 ? (1 / size) * q : q;
}

Quaternion rotation_of(const Rotation& rotation) {
  if (!rotation.given()) return {};
  switch (rotation.form) {
    case RotationForm::AxisAngle:
      return quaternion_from_axis_angle(rotation.vector, rotation.degrees * radians_per_degree);
    case RotationForm::Quaternion:
      return unit(rotation.quaternion);
    case RotationForm::Euler:
    case RotationForm::Degrees:
      return quaternion_from_euler(rotation.vector);
  }
  unreachable();
}

void add_dimensions(Description& to, const Primitive& primitive) {
  const PrimitiveTypeInfo& info = info_of(*primitive.type);
  for (std::size_t i = 0; i < info.dimensions.size(); ++i) {
    add_number(to, ChangeKind::Resized, fmt::format("dimensions.{}", info.dimensions[i].name),
               primitive.dimensions[i].value);
  }
}

void add_posed_bone(Description& to, const PoseBone& posed, const Renames& renames) {
  const std::string bone = renames.now(ObjectKind::Bone, {}, posed.bone.value);
  const auto& [w, x, y, z] = posed.rotation;
  to.push_back({ChangeKind::Reposed, "translation", value_of(posed.translation.value), bone});
  to.push_back(
      {ChangeKind::Reposed, "rotation", value_of(unit(Quaternion{w, x, y, z})), bone, true});
}

}  // namespace

void add_transform(Description& to, const Transform& transform) {
  add_point(to, ChangeKind::Moved, "translation", transform.translation.value);
  add_rotation(to, "rotation", rotation_of(transform.rotation));
}

Description describe(const Material& material) {
  std::vector<double> color;
  for (const Number& component : material.base_color) color.push_back(component.value);
  Description description{{ChangeKind::Recolored, "base_color", color}};
  add_text(description, ChangeKind::Changed, "uses_uv_roles", joined(material.uses_uv_roles));
  return description;
}

Description describe(const Mesh& mesh) {
  Description description;
  add_name(description, mesh.name, mesh.id);
  for (const UvSet& set : mesh.uv_sets) {
    add_text(description, ChangeKind::Changed, fmt::format("uv_sets.{}", set.name.value),
             word_for(*set.generator));
  }
  for (const UvRole& role : mesh.uv_roles) {
    add_text(description, ChangeKind::Changed, fmt::format("uv_roles.{}", role.name.value),
             role.set.value);
  }
  return description;
}

Description describe(const Primitive& primitive, const Mesh& mesh, const Tree& tree,
                     const Renames& renames) {
  Description description;
  add_text(description, ChangeKind::Reshaped, "type", info_of(*primitive.type).name);
  if (primitive.surface != nullptr) {
    add_surface(description, *primitive.surface);
  } else {
    add_dimensions(description, primitive);
  }
  add_transform(description, primitive.transform);
  add_text(description, ChangeKind::Recolored, "material", material_of(primitive, mesh, renames));
  add_notes(description, tree, primitive.origin.node, {"name", "surface"});
  add_text(description, ChangeKind::Changed, "tags", joined(primitive.tags));
  return description;
}

Description describe(const Armature& armature) {
  Description description;
  add_name(description, armature.name, armature.id);
  return description;
}

Description describe_members(const Bone& bone) {
  Description description;
  BoneMembers::each(bone, AddMember{description});
  return description;
}

Description describe(const Bone& bone, const Armature& armature, const Renames& renames) {
  Description description = describe_members(bone);
  const std::string parent =
      bone.is_root() ? "none" : renames.now(ObjectKind::Bone, armature.id.value, bone.parent.id);
  add_text(description, ChangeKind::Rebound, "parent", parent);
  return description;
}

Description describe(const Binding& binding, const Document& document, const Renames& renames) {
  Description description;
  add_text(description, ChangeKind::Rebound, "armature",
           renames.now(ObjectKind::Armature, {}, binding.armature.id));
  const Solver solver = binding.solver.value_or(document.solver);
  add_text(description, ChangeKind::Rebound, "skinning_solver", word_for(solver));
  return description;
}

Description describe(const Pose& pose, const Renames& renames) {
  Description description;
  for (const PoseBone& bone : pose.bones) add_posed_bone(description, bone, renames);
  return description;
}

Description describe(const Anchor& anchor, const Tree& tree) {
  Description description;
  add_point(description, ChangeKind::Moved, "translation", anchor.translation.value);
  add_notes(description, tree, anchor.origin.node, {"scope"});
  return description;
}

Description describe(const Import& import) {
  Description description;
  ImportMembers::each(import, AddMember{description});
  return description;
}

}  // namespace rigy::tools

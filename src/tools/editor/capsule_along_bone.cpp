// A primitive where a bone is, which follows it.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "edit/binding_weights.hpp"
#include "edit/free_name.hpp"
#include "editor/known_ids.hpp"
#include "editor/refactorings.hpp"
#include "editor/values.hpp"
#include "rigy/rigging.hpp"
#include "symbols/symbols.hpp"
#include "syntax/scalar.hpp"
#include "tables/features.hpp"

namespace rigy::tools {
namespace {

using PointNumbers = std::array<double, 3>;

// The number that a scalar is, or that expansion makes of it.
std::optional<double> number_at(const ActionContext& context, NodeId node) {
  const Tree& tree = context.tree();
  if (tree[node].kind != NodeKind::Scalar) return std::nullopt;
  std::string text(tree.text_of(node));
  bool is_plain = tree[node].plain;
  if (context.asset != nullptr && (text.starts_with('=') || text.starts_with('$'))) {
    const AnalyzedValues values(context.document, *context.analysis->assembly);
    const std::vector<std::string> made = values.expanded(node);
    if (made.size() != 1) return std::nullopt;
    text = made.front();
    is_plain = true;
  }
  const ScalarType type = scalar_type(text, is_plain);
  if (type != ScalarType::Int && type != ScalarType::Float) return std::nullopt;
  // Farther away, a shape may not fit into binary32.
  constexpr double farthest = 1e30;
  const double value = scalar_number(text);
  return std::abs(value) < farthest ? std::optional(value) : std::nullopt;
}

std::optional<PointNumbers> point_in(const ActionContext& context, NodeId mapping,
                                     std::string_view field) {
  const Tree& tree = context.tree();
  const NodeId list = written_value(tree, mapping, field);
  if (list == no_index || tree[list].kind != NodeKind::Sequence || tree[list].size != 3) {
    return std::nullopt;
  }
  PointNumbers point{};
  NodeId element = list + 1;
  for (double& number : point) {
    const std::optional<double> value = number_at(context, element);
    if (!value) return std::nullopt;
    number = *value;
    element = tree[element].after;
  }
  return point;
}

// The mesh that is bound to the armature, or the only one; no_index if it is not known which.
NodeId mesh_for(const ActionContext& context, NodeId binding) {
  const Tree& tree = context.tree();
  const NodeId meshes = written_value(tree, 0, "meshes");
  if (meshes == no_index || tree[meshes].kind != NodeKind::Sequence) return no_index;
  if (binding == no_index) return tree[meshes].size == 1 ? meshes + 1 : no_index;
  const std::string_view id = context.text_in(binding, "mesh_id");
  for (NodeId one = meshes + 1; one < tree[meshes].after; one = tree[one].after) {
    if (!id.empty() && context.text_in(one, "id") == id) return one;
  }
  return no_index;
}

// That of the first primitive; of a new mesh the first of all.
std::string material_in(const ActionContext& context, NodeId primitives) {
  const Tree& tree = context.tree();
  if (primitives == no_index) {
    const auto known = ids_for(context.document, {}, {.item = ItemKind::Material}, no_index);
    return known.empty() ? std::string() : known.front();
  }
  return tree[primitives].size == 0 ? std::string()
                                    : std::string(context.text_in(primitives + 1, "material"));
}

double radius_for(const PointNumbers& from, const PointNumbers& to) {
  constexpr double share = 0.15;  // of the bone's length
  const double size = length(Vec3{to[0], to[1], to[2]} - Vec3{from[0], from[1], from[2]});
  const double rounded = std::nearbyint(share * size * 1000) / 1000;
  return rounded > 0 ? rounded : share * size;
}

std::optional<MadeShape> shape_for(const ActionContext& context, NodeId bone, NodeId primitives) {
  // Without an analysis the angles would be in degrees.
  if (context.asset == nullptr && !has(context.document.version, Feature::RotationDegrees)) {
    return std::nullopt;
  }
  const std::string_view id = context.text_in(bone, "id");
  const std::optional<PointNumbers> head = point_in(context, bone, "head");
  const std::optional<PointNumbers> tail = point_in(context, bone, "tail");
  if (id.empty() || has_index(id) || !head || !tail) return std::nullopt;
  ShapeOptions options;
  options.id =
      free_name(id, ids_for(context.document, {}, {.item = ItemKind::Primitive}, no_index));
  options.material = material_in(context, primitives);
  options.from = head;
  options.to = tail;
  options.radius = radius_for(*head, *tail);
  MadeShape shape = make_shape(context.asset == nullptr ? nullptr : context.analysis, options);
  if (!shape.faults.empty()) return std::nullopt;
  return shape;
}

// Of a document that has no meshes yet: one with the capsule, bound to the armature.
std::optional<TextEdits> add_bound_mesh(const ActionContext& context, std::string_view armature,
                                        const MadeShape& shape, const std::string& bone) {
  const Tree& tree = context.tree();
  if (armature.empty() || written_value(tree, 0, "bindings") != no_index) return std::nullopt;
  const auto taken = ids_for(context.document, {}, {.item = ItemKind::Armature}, no_index);
  const std::string mesh = text_value(free_name("body", taken)).flow;
  const std::string rig = text_value(armature).flow;
  const std::string weights =
      fmt::format("{{primitive_id: {}, bones: [{{bone_id: {}, weight: 1}}]}}",
                  text_value(shape.id).flow, text_value(bone).flow);
  const NewValue meshes{fmt::format("[{{id: {}, primitives: [{}]}}]", mesh, shape.entry),
                        {"- id: " + mesh, "  primitives:", "    - " + shape.entry}};
  const NewValue bindings{
      fmt::format("[{{mesh_id: {}, armature_id: {}, weights: [{}]}}]", mesh, rig, weights),
      {"- mesh_id: " + mesh, "  armature_id: " + rig, "  weights:", "    - " + weights}};
  std::optional<TextEdits> edits = insert_pair(context.authored(), 0, "meshes", meshes);
  const std::optional<TextEdits> more = insert_pair(context.authored(), 0, "bindings", bindings);
  if (!edits || !more) return std::nullopt;
  edits->insert(edits->end(), more->begin(), more->end());
  return edits;
}

// In the mesh of the armature, with weights if it is bound.
std::optional<TextEdits> add_to_mesh(const ActionContext& context, NodeId binding,
                                     NodeId primitives, const MadeShape& shape,
                                     const std::string& bone) {
  std::optional<TextEdits> edits = insert_element(context.authored(), primitives, {shape.entry});
  if (!edits || binding == no_index) return edits;
  const std::optional<TextEdits> weights =
      add_weights(context.authored(), binding, {{shape.id, bone}});
  if (weights) edits->insert(edits->end(), weights->begin(), weights->end());
  return edits;
}

}  // namespace

std::optional<EditorAction> capsule_along_bone(const ActionContext& context) {
  const Tree& tree = context.tree();
  const NodeId bone = context.around(bone_object);
  if (bone == no_index || tree[0].kind != NodeKind::Mapping) return std::nullopt;
  const std::string_view armature = context.text_in(context.around(armature_object), "id");
  const NodeId binding = armature.empty() ? no_index : find_binding(tree, "armature_id", armature);
  const NodeId mesh = mesh_for(context, binding);
  const NodeId primitives = mesh == no_index ? no_index : written_value(tree, mesh, "primitives");
  const bool is_first = written_value(tree, 0, "meshes") == no_index;
  if (!is_first) {
    if (primitives == no_index || tree[primitives].kind != NodeKind::Sequence) return std::nullopt;
    // Not every shape fits the generators of UV sets.
    if (written_value(tree, mesh, "uv_sets") != no_index) return std::nullopt;
  }
  const std::optional<MadeShape> shape = shape_for(context, bone, primitives);
  if (!shape) return std::nullopt;
  const std::string id(context.text_in(bone, "id"));
  std::optional<TextEdits> edits = is_first ? add_bound_mesh(context, armature, *shape, id)
                                            : add_to_mesh(context, binding, primitives, *shape, id);
  if (!edits) return std::nullopt;
  return EditorAction{ActionKind::Rewrite, fmt::format("Add a capsule along bone '{}'", id),
                      std::move(*edits)};
}

}  // namespace rigy::tools

// Weights for the primitives of a bound mesh that have none.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "edit/binding_weights.hpp"
#include "editor/refactorings.hpp"
#include "shapes/extent.hpp"

namespace rigy::tools {
namespace {

const Binding* binding_of(const Document& document, std::string_view mesh) {
  const auto found =
      std::find_if(document.bindings.begin(), document.bindings.end(),
                   [mesh](const Binding& binding) { return binding.mesh.id == mesh; });
  return found == document.bindings.end() ? nullptr : &*found;
}

// Symmetry mirrors weights with their primitives.
std::vector<const Primitive*> without_weights(const Mesh& mesh, const Binding& binding) {
  std::vector<bool> has_weights(mesh.primitives.size());
  const auto note = [&has_weights](const Reference& primitive) {
    if (primitive.index < has_weights.size()) has_weights[primitive.index] = true;
  };
  for (const PrimitiveWeights& weights : binding.weights) note(weights.primitive);
  for (const WeightMap& map : binding.weight_maps) note(map.primitive);
  std::vector<const Primitive*> without;
  for (std::size_t i = 0; i < has_weights.size(); ++i) {
    const Primitive& primitive = mesh.primitives[i];
    if (has_weights[i] || !primitive.id.given() || primitive.origin.is_mirrored()) continue;
    without.push_back(&primitive);
  }
  return without;
}

Vec3 middle_of(const Primitive& primitive, Version version) {
  if (primitive.extraction == nullptr) return primitive.transform.translation.value;
  const std::array<Extent, 3> extents = extents_of(primitive, version);
  const auto middle = [&](std::size_t axis) { return (extents[axis].min + extents[axis].max) / 2; };
  return {middle(0), middle(1), middle(2)};
}

double distance_to(const Bone& bone, const Vec3& point) {
  const Vec3 way = bone.tail.value - bone.head.value;
  const Vec3 from_head = point - bone.head.value;
  const double square = dot(way, way);
  const double share = square > 0 ? std::clamp(dot(from_head, way) / square, 0.0, 1.0) : 0;
  return length(from_head - share * way);
}

// The first of those that are nearest; null if none has a place.
const Bone* nearest_bone(const Armature& armature, const Vec3& point) {
  const Bone* nearest = nullptr;
  for (const Bone& bone : armature.bones) {
    if (!bone.id.given() || !bone.head.given() || !bone.tail.given()) continue;
    if (nearest == nullptr || distance_to(bone, point) < distance_to(*nearest, point)) {
      nearest = &bone;
    }
  }
  return nearest;
}

std::vector<RigidPart> parts_for(const Document& document, const Binding& binding) {
  std::vector<RigidPart> parts;
  if (binding.mesh.index == no_index || binding.armature.index == no_index) return parts;
  const Armature& armature = document.armatures[binding.armature.index];
  for (const Primitive* primitive : without_weights(document.meshes[binding.mesh.index], binding)) {
    const Bone* bone = nearest_bone(armature, middle_of(*primitive, document.version));
    if (bone == nullptr) return {};
    parts.push_back({std::string(primitive->id.value), std::string(bone->id.value)});
  }
  return parts;
}

}  // namespace

std::optional<EditorAction> add_missing_weights(const ActionContext& context) {
  if (context.asset == nullptr) return std::nullopt;
  const NodeId at = context.around(binding_object);
  const std::string_view mesh = at == no_index ? context.text_in(context.around(mesh_object), "id")
                                               : context.text_in(at, "mesh_id");
  const NodeId written = mesh.empty() ? no_index : find_binding(context.tree(), "mesh_id", mesh);
  const Binding* binding = binding_of(context.asset->document, mesh);
  if (written == no_index || binding == nullptr) return std::nullopt;
  const std::vector<RigidPart> parts = parts_for(context.asset->document, *binding);
  if (parts.empty()) return std::nullopt;
  std::optional<TextEdits> edits = add_weights(context.authored(), written, parts);
  if (!edits || edits->empty()) return std::nullopt;
  return EditorAction{ActionKind::Rewrite,
                      fmt::format("Add the missing weights: {} {} the nearest bone", parts.size(),
                                  parts.size() == 1 ? "part follows" : "parts follow"),
                      std::move(*edits)};
}

}  // namespace rigy::tools

// V39–V41, V74: colors, and materials of primitives: one per mesh before 0.12, then one each.
#include <fmt/format.h>

#include "check/check.hpp"
#include "document/color_help.hpp"
#include "document/names.hpp"
#include "expand/number_hint.hpp"
#include "hashing/text_hash.hpp"
#include "tables/features.hpp"

namespace rigy::analysis {
namespace {

constexpr std::size_t color_components = 4;

NewFinding report_component_count(const CheckContext& context, const Material& material) {
  return context.at.report(Code::WrongColorSize, material.base_color_node,
                           "base_color of material '{}' has {} components instead of 4",
                           material.id.value, material.base_color.size());
}

// Suggests the whole color once, however many components are wrong.
void check_color(const CheckContext& context, const Material& material) {
  if (material.base_color_node == no_index) return;
  const std::string meant =
      without_decimal_commas(context.at.tree, material.base_color_node, color_components);
  if (!meant.empty()) {
    report_component_count(context, material).help("write decimals with a point: {}", meant);
    return;
  }
  bool helped = false;
  const auto help = [&](const NewFinding& added) {
    if (added && !helped) added.help(help_for_color(context.at.tree, material.base_color_node));
    helped = true;
  };
  if (material.base_color.size() != color_components)
    help(report_component_count(context, material));
  for (const Number& component : material.base_color) {
    if (!component.given() || (component.value >= 0 && component.value <= 1)) continue;
    help(context.at.report(Code::ColorOutOfRange, component.node,
                           "base_color component {} of material '{}' is outside [0, 1]",
                           context.at.tree.text_of(component.node), material.id.value));
  }
}

std::string material_text(const Primitive& primitive) {
  if (!primitive.material.given()) return "no material";
  return fmt::format("material '{}'", primitive.material.id);
}

// Whether the material is known; if not, that has been reported.
bool is_material_known(const Primitive& primitive) {
  if (primitive.unreadable_material) return false;
  return !primitive.material.given() || primitive.material.index != no_index;
}

// Reports the first primitive of each material other than the first primitive's.
void check_one_material(const CheckContext& context, const Mesh& mesh) {
  const Primitive* first = nullptr;
  TextSet<std::string_view> seen;
  for (const Primitive& primitive : mesh.primitives) {
    if (!is_material_known(primitive)) continue;
    if (first == nullptr) first = &primitive;
    const bool same = first->material.given() == primitive.material.given() &&
                      first->material.id == primitive.material.id;
    // The empty id means no material; no material has it.
    if (same || !seen.insert(primitive.material.id).second) continue;
    const NodeId node =
        primitive.material.given() ? primitive.material.node : primitive.origin.node;
    context.at
        .report(Code::MixedMaterials, primitive.origin.at(node),
                "primitive '{}' has {}, but '{}' of the same mesh has {}", primitive.id.value,
                material_text(primitive), first->id.value, material_text(*first))
        .help("a mesh has one material: use the same for all its primitives, or split the mesh")
        .related(context.at.range_of(first->origin.node), "the first primitive of the mesh");
  }
}

// An empty table of materials counts as none.
void check_every_material(const CheckContext& context, const Mesh& mesh) {
  const bool mesh_has_one = mesh.material.given() || mesh.unreadable_material;
  if (context.document.materials.empty() || mesh_has_one) return;
  for (const Primitive& primitive : mesh.primitives) {
    if (primitive.material.given() || primitive.unreadable_material || !primitive.type) continue;
    context.at
        .report(Code::MissingMaterial, primitive.origin, "{} of {} has no material",
                called("primitive", primitive.id), called("mesh", mesh.id))
        .help("give it, or its mesh, a material: material: {}",
              context.document.materials.front().id.value);
  }
}

}  // namespace

void check_materials(const CheckContext& context) {
  for (const Material& material : context.document.materials) check_color(context, material);
  for (const Mesh& mesh : context.document.meshes) {
    if (!has(context.document.version, Feature::MeshMaterial)) {
      check_one_material(context, mesh);
    } else {
      check_every_material(context, mesh);
    }
  }
}

}  // namespace rigy::analysis

// V46, V52–V55: UV sets without gaps that suit their roles.
#include <algorithm>

#include "check/check.hpp"
#include "document/primitive_types.hpp"
#include "document/uv_names.hpp"
#include "tables/features.hpp"

namespace rigy::analysis {
namespace {

const UvSet* find_set(const Mesh& mesh, std::string_view name) {
  const auto found = std::find_if(mesh.uv_sets.begin(), mesh.uv_sets.end(),
                                  [name](const UvSet& set) { return set.name.value == name; });
  return found == mesh.uv_sets.end() ? nullptr : &*found;
}

// Sets are numbered from 0 without gaps. No number occurs twice, because no key does.
void check_numbers(const CheckContext& context, const Mesh& mesh) {
  for (const UvSet& set : mesh.uv_sets) {
    if (set.number < mesh.uv_sets.size()) continue;
    context.at
        .report(Code::MisnumberedUvSets, set.name.node,
                "UV sets of mesh '{}' have a gap before '{}'", mesh.id.value, set.name.value)
        .help("number them from 0: uv0, uv1, uv2");
  }
}

void check_generators(const CheckContext& context, const Mesh& mesh) {
  for (const UvSet& set : mesh.uv_sets) {
    if (!set.generator) continue;
    const auto unfit = std::find_if(
        mesh.primitives.begin(), mesh.primitives.end(),
        [&](const Primitive& one) { return one.type && !fits(*set.generator, *one.type); });
    if (unfit == mesh.primitives.end()) continue;
    const std::string_view type = info_of(*unfit->type).name;
    context.at
        .report(Code::UnfitUvGenerator, set.node, "{} cannot make UVs for {} '{}' of mesh '{}'",
                word_for(*set.generator), type, unfit->id.value, mesh.id.value)
        .help(*unfit->type == PrimitiveType::ImplicitSurface
                  ? "implicit surfaces have no UVs: move it into a mesh of its own"
                  : "planar_xy@1 works for every type of primitive except implicit_surface")
        .related(context.at.range_of(unfit->origin.node), "the primitive");
  }
}

void check_roles(const CheckContext& context, const Mesh& mesh) {
  if (!has(context.document.version, Feature::UvSets) || mesh.uv_roles.empty()) return;
  if (mesh.uv_sets_node == no_index) {
    context.at
        .report(Code::UvRolesWithoutSets, mesh.uv_roles_node,
                "mesh '{}' has uv_roles, but no uv_sets", mesh.id.value)
        .help("add uv_sets: {uv0: {generator: planar_xy@1}}");
    return;
  }
  for (const UvRole& role : mesh.uv_roles) {
    if (!role.set.given() || !uv_set_number(role.set.value)) continue;
    if (find_set(mesh, role.set.value) != nullptr) continue;
    context.at
        .report(Code::UndeclaredUvSet, role.set.node,
                "UV role '{}' uses set '{}', which mesh '{}' does not have", role.name.value,
                role.set.value, mesh.id.value)
        .help("declare it under uv_sets, or correct its name");
  }
}

bool exposes(const Mesh& mesh, std::string_view role) {
  return std::any_of(mesh.uv_roles.begin(), mesh.uv_roles.end(),
                     [role](const UvRole& one) { return one.name.value == role; });
}

// Reports the first role that the material of a primitive needs and its mesh lacks, once per
// material of the mesh.
void check_exposed(const CheckContext& context, const Mesh& mesh) {
  std::vector<const Material*> seen;
  for (const Primitive& primitive : mesh.primitives) {
    const Material* material = context.material_of(mesh, primitive);
    if (material == nullptr || std::find(seen.begin(), seen.end(), material) != seen.end()) {
      continue;
    }
    seen.push_back(material);
    for (const Text& role : material->uses_uv_roles) {
      if (exposes(mesh, role.value)) continue;
      context.at
          .report(
              Code::MissingUvRole, primitive.origin,
              "material '{}' of primitive '{}' uses UV role '{}', which mesh '{}' does not have",
              material->id.value, primitive.id.value, role.value, mesh.id.value)
          .help("add {}: {{set: uv0}} under uv_roles of the mesh", role.value);
      break;
    }
  }
}

}  // namespace

void check_uv(const CheckContext& context) {
  for (const Mesh& mesh : context.document.meshes) {
    check_numbers(context, mesh);
    check_generators(context, mesh);
    check_roles(context, mesh);
    check_exposed(context, mesh);
  }
}

}  // namespace rigy::analysis

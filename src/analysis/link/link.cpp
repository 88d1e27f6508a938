#include "link/link.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "diagnostics/suggestions.hpp"
#include "document/names.hpp"
#include "link/candidates.hpp"
#include "link/references.hpp"
#include "link/weight_files.hpp"

namespace rigy::analysis {
namespace {

// Only for a hint.
constexpr std::size_t max_searched_armatures = 100;

bool is_path(std::string_view import) {
  return import.find('/') != std::string_view::npos || import.ends_with(".yaml") ||
         import.ends_with(".yml");
}

// "wheel" of "parts/wheel.rigy.yaml".
std::string_view stem_of(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find('.'));
}

std::string help_for_path(std::string_view path) {
  const std::string_view name = stem_of(path).empty() ? "part" : stem_of(path);
  return message_of("give the file a name: imports: {{{}: {{source: {}}}}}, and write import: {}",
                    name, path, name);
}

// What other assets may refer to.
struct PublicNames {
  Names anchors;
  Names materials;
};

// Those of the assets of an assembly, by number; collected when they are first asked for, because
// most shared assets have more names than anybody refers to.
class AllPublicNames {
 public:
  explicit AllPublicNames(const Assembly& assembly)
      : assembly_(assembly), names_(assembly.assets.size()) {}

  [[nodiscard]] const PublicNames& of(const Asset& asset) {
    std::optional<PublicNames>& names = names_[assembly_.number_of(asset)];
    if (!names) names = {names_of(asset.document.anchors), names_of(asset.document.materials)};
    return *names;
  }

 private:
  const Assembly& assembly_;
  std::vector<std::optional<PublicNames>> names_;
};

class Linker {
 public:
  Linker(const Assembly& assembly, AllPublicNames& names, std::size_t& file_bones_left,
         Asset& asset, Diagnostics& diagnostics)
      : names_(names),
        asset_(asset),
        document_(asset.document),
        at_(assembly.reporter(asset, diagnostics)),
        weight_files_(asset, at_, file_bones_left),
        meshes_(names_of(document_.meshes)),
        armatures_(names_of(document_.armatures)),
        anchors_(names.of(asset).anchors),
        materials_(names.of(asset).materials) {
    for (const Mesh& mesh : document_.meshes) primitives_.push_back(names_of(mesh.primitives));
    for (const Armature& armature : document_.armatures) bones_.push_back(names_of(armature.bones));
    for (std::uint32_t i = 0; i < document_.imports.size(); ++i) {
      if (document_.imports[i].name.given()) imports_.add(document_.imports[i].name.value, i);
    }
  }

  void link();

 private:
  // What has the items that references name, as far as it is known.
  struct Scopes {
    std::uint32_t mesh = no_index;
    std::uint32_t armature = no_index;
    const Instance* instance = nullptr;
  };
  [[nodiscard]] Candidates candidates(const Type& type, const Scopes& scopes) const;
  [[nodiscard]] Candidates anchors_of(const Instance& instance) const;

  // Links all references of an item. `owner` is a function of a field: how a message begins.
  template <class Fields, class Item, class Owner>
  void link_fields(const Fields& fields, Item& item, const ItemOrigin& origin, const Scopes& scopes,
                   const Owner& owner);
  void add_hints(const NewFinding& added, Code code, const Reference& reference,
                 const ItemOrigin& origin, const Scopes& scopes) const;

  [[nodiscard]] const Armature* armature_with(std::string_view bone) const;
  void help_with_parent(const NewFinding& added, std::string_view parent) const;
  void check_material_name(const Material& material);
  void link_materials();
  // For a primitive or a mesh; `owner` names it by its id.
  template <class Item, class Field>
  void link_material(Item& item, const std::tuple<Field>& field, const ItemOrigin& origin,
                     std::string_view owner);
  void link_binding(Binding& binding);
  void link_weight_map(const Scopes& scopes, WeightMap& map);
  // The implicit surface of which an id would be the mirror image, if it were a shape.
  [[nodiscard]] const Primitive* surface_without_image(std::uint32_t mesh,
                                                       std::string_view id) const;
  template <Code code>
  void link_influences(InfluenceList& list, const ItemOrigin& item, const Scopes& scopes,
                       std::string_view what);
  void link_poses();
  void link_instance(Instance& instance);

  AllPublicNames& names_;  // of each asset
  const Asset& asset_;
  Document& document_;
  Reporter at_;
  WeightFileLinker weight_files_;
  Names meshes_;
  Names armatures_;
  const Names& anchors_;
  const Names& materials_;
  Names imports_;
  std::vector<Names> primitives_;  // of each mesh
  std::vector<Names> bones_;       // of each armature
};

void Linker::link() {
  for (std::uint32_t i = 0; i < document_.armatures.size(); ++i) {
    for (Bone& bone : document_.armatures[i].bones) {
      if (bone.is_root()) continue;
      link_fields(bone_references, bone, bone.origin, {.armature = i},
                  [&](const Field&) { return message_of("bone '{}'", bone.id.value); });
    }
  }
  link_materials();
  for (Binding& binding : document_.bindings) link_binding(binding);
  link_poses();
  for (Instance& instance : document_.instances) link_instance(instance);
}

// The `from` anchors belong to the import, with or without its name in front, or for a mesh of this
// file to the file itself.
Candidates Linker::anchors_of(const Instance& instance) const {
  if (!instance.import.given()) return {&anchors_, document_.incomplete.anchors, "this file"};
  if (instance.import.index == no_index) return {};
  const Asset* const owner = asset_.imports[instance.import.index].get();
  if (owner == nullptr) return {};
  return {&names_.of(*owner).anchors, owner->document.incomplete.anchors, "import",
          instance.import.id, instance.import.id};
}

Candidates Linker::candidates(const Type& type, const Scopes& scopes) const {
  switch (type.item) {
    case ItemKind::Mesh:
      return {&meshes_, document_.incomplete.meshes};
    case ItemKind::Armature:
      return {&armatures_, document_.incomplete.armatures};
    case ItemKind::Import:
      return {&imports_, document_.incomplete.imports};
    case ItemKind::Primitive: {
      if (scopes.mesh == no_index) return {};
      const Mesh& mesh = document_.meshes[scopes.mesh];
      return {&primitives_[scopes.mesh], mesh.incomplete_primitives, "mesh", mesh.id.value};
    }
    case ItemKind::Bone: {
      if (scopes.armature == no_index) return {};
      const Armature& armature = document_.armatures[scopes.armature];
      return {&bones_[scopes.armature], armature.incomplete_bones, "armature", armature.id.value};
    }
    case ItemKind::Anchor:
      if (type.scope == Scope::Import) return anchors_of(*scopes.instance);
      return {&anchors_, document_.incomplete.anchors, "this file"};
    default:
      return {};
  }
}

template <class Fields, class Item, class Owner>
void Linker::link_fields(const Fields& fields, Item& item, const ItemOrigin& origin,
                         const Scopes& scopes, const Owner& owner) {
  each_reference(fields, item, [&](const auto& one, Reference& reference) {
    const Candidates in = candidates(one.type, scopes);
    if (!is_missing(reference, in)) return;
    const NewFinding added =
        report_missing(at_, reference, one.type, one.miss, origin, in, owner(one.field));
    if (added) add_hints(added, one.miss.code, reference, origin, scopes);
  });
}

// What people mean by ids that name nothing.
void Linker::add_hints(const NewFinding& added, Code code, const Reference& reference,
                       const ItemOrigin& origin, const Scopes& scopes) const {
  if (code == Code::UnknownParent && !origin.is_mirrored()) help_with_parent(added, reference.id);
  if (code == Code::UnknownInstanceImport && is_path(reference.id)) {
    added.help(help_for_path(reference.id));
  }
  if (code != Code::UnknownWeightedPrimitive && code != Code::UnknownMapPrimitive) return;
  if (const Primitive* surface = surface_without_image(scopes.mesh, reference.id)) {
    added.help("an implicit surface is mirrored in place and keeps its id: write '{}'",
               surface->id.value);
  }
}

const Armature* Linker::armature_with(std::string_view bone) const {
  for (std::size_t i = 0; i < std::min(bones_.size(), max_searched_armatures); ++i) {
    if (bones_[i].find(bone) != no_index) return &document_.armatures[i];
  }
  return nullptr;
}

// Whether no bone has that name.
bool means_no_parent(std::string_view id) {
  constexpr std::string_view words[] = {"", "nil", "null", "world", "scene", "-"};
  return std::find(std::begin(words), std::end(words), id) != std::end(words) ||
         is_close(id, "none");
}

void Linker::help_with_parent(const NewFinding& added, std::string_view parent) const {
  if (means_no_parent(parent)) added.help("a root bone has parent: none");
  if (const Armature* other = armature_with(parent)) {
    added.help("armature '{}' has a bone '{}', but parents must be in the same armature",
               other->id.value, parent);
  }
}

// D25: a local material with the same name as an import's.
void Linker::check_material_name(const Material& material) {
  if (!material.id.given()) return;
  const std::size_t dot = material.id.value.find('.');
  if (dot == std::string_view::npos) return;
  const std::uint32_t import = imports_.find(material.id.value.substr(0, dot));
  if (import == no_index || asset_.imports[import] == nullptr) return;
  const std::string_view name = material.id.value.substr(dot + 1);
  if (names_.of(*asset_.imports[import]).materials.find(name) == no_index) return;
  at_.report(Code::UnresolvedImportedMaterial, material.id.node,
             "material '{}' could be that of this file, or '{}' of import '{}'", material.id.value,
             name, document_.imports[import].name.value)
      .help("rename the material of this file");
}

void Linker::link_materials() {
  for (const Material& material : document_.materials) check_material_name(material);
  for (Mesh& mesh : document_.meshes) {
    link_material(mesh, mesh_references, mesh.node, "mesh");
    for (Primitive& primitive : mesh.primitives) {
      link_material(primitive, primitive_references, primitive.origin, "primitive");
    }
  }
}

// D10: a material of this file, or <import>.<material>; never both.
template <class Item, class Field>
void Linker::link_material(Item& item, const std::tuple<Field>& field, const ItemOrigin& origin,
                           std::string_view owner) {
  Reference& material = item.material;
  if (!material.given()) return;
  const std::uint32_t local = materials_.find(material.id);
  const std::size_t dot = material.id.find('.');
  const std::uint32_t import =
      dot == std::string_view::npos ? no_index : imports_.find(material.id.substr(0, dot));
  if (import == no_index) {
    material.index = local;
    const bool lost = document_.incomplete.materials ||
                      (dot != std::string_view::npos && document_.incomplete.imports);
    if (local != no_index || lost) return;
    const Miss& miss = std::get<0>(field).miss;
    const NewFinding added =
        at_.report(miss.code, origin.at(material.node), "{} {} '{}', which is not defined",
                   called(owner, item.id), miss.says, material.id);
    help_with(at_, added, material, origin, materials_, ItemKind::Material);
    return;
  }
  const Asset* asset = asset_.imports[import].get();
  if (asset == nullptr) return;
  const Names& imported = names_.of(*asset).materials;
  const std::string_view name = material.id.substr(dot + 1);
  const std::uint32_t found = imported.find(name);
  // Reported where it is defined.
  if (found != no_index && local != no_index) return;
  if (found == no_index && local == no_index) {
    if (asset->document.incomplete.materials) return;
    const NewFinding added =
        at_.report(Code::UnresolvedImportedMaterial, origin.at(material.node),
                   "import '{}' has no material '{}'", document_.imports[import].name.value, name);
    help_with(at_, added, {name, material.node}, origin, imported, ItemKind::Material);
    return;
  }
  material.index = local != no_index ? local : found;
  item.material_import = local != no_index ? no_index : import;
}

void Linker::link_binding(Binding& binding) {
  const auto called_binding = [](const Field&) { return std::string("binding"); };
  link_fields(binding_references, binding, binding.node, {}, called_binding);
  const Scopes scopes{.mesh = binding.mesh.index, .armature = binding.armature.index};
  for (PrimitiveWeights& weights : binding.weights) {
    link_fields(weights_references, weights, weights.origin, scopes, called_binding);
    link_influences<Code::UnknownWeightedBone>(weights.bones, weights.origin, scopes, "binding");
  }
  for (WeightMap& map : binding.weight_maps) link_weight_map(scopes, map);
}

const Primitive* Linker::surface_without_image(std::uint32_t mesh, std::string_view id) const {
  if (!document_.mirror_x) return nullptr;
  const std::string_view to = document_.mirror_x->prefix_to.value;
  if (to.empty() || !id.starts_with(to)) return nullptr;
  const std::string original =
      std::string(document_.mirror_x->prefix_from.value).append(id.substr(to.size()));
  const std::uint32_t found = primitives_[mesh].find(original);
  if (found == no_index) return nullptr;
  const Primitive& primitive = document_.meshes[mesh].primitives[found];
  return primitive.surface == nullptr ? nullptr : &primitive;
}

template <Code code>
void Linker::link_influences(InfluenceList& list, const ItemOrigin& item, const Scopes& scopes,
                             std::string_view what) {
  const auto called_what = [what](const Field&) { return std::string(what); };
  for (Influence& influence : list.items) {
    link_fields(influence_references<code>, influence, item, scopes, called_what);
  }
}

void Linker::link_weight_map(const Scopes& scopes, WeightMap& map) {
  link_fields(weight_map_references, map, map.origin, scopes,
              [](const Field&) { return std::string("weight map"); });
  for (Gradient& gradient : map.gradients) {
    for (InfluenceList* side : {&gradient.from, &gradient.to}) {
      link_influences<Code::UnknownGradientBone>(*side, map.origin, scopes, "gradient");
    }
  }
  for (Override& entry : map.overrides) {
    link_influences<Code::UnknownOverrideBone>(entry.bones, map.origin, scopes, "override");
  }
  if (map.weight_file == no_index || scopes.armature == no_index) return;
  weight_files_.link(map, scopes.armature, bones_[scopes.armature]);
}

void Linker::link_poses() {
  if (document_.incomplete.armatures) return;
  Names all;
  for (const Armature& armature : document_.armatures) {
    if (armature.incomplete_bones) return;
    for (const Bone& bone : armature.bones) all.add(bone.id.value, 0);
  }
  for (Pose& pose : document_.poses) {
    each_reference(pose_references, pose, [&](const auto& one, const Text& bone) {
      if (all.find(bone.value) != no_index) return;
      const NewFinding added =
          at_.report(one.miss.code, bone.node, "pose '{}' {} '{}', which no armature has",
                     pose.id.value, one.miss.says, bone.value);
      help_with(at_, added, {bone.value, bone.node}, bone.node, all, one.type.item);
    });
  }
}

void Linker::link_instance(Instance& instance) {
  link_fields(instance_references, instance, instance.origin, {},
              [&](const Field&) { return message_of("instance '{}'", instance.id.value); });
  link_fields(attach3_references, instance.attach3, instance.origin, {.instance = &instance},
              [&](const Field& field) {
                return message_of("attach3.{} of instance '{}'", field.name, instance.id.value);
              });
}

}  // namespace

void link_assembly(Draft& draft, Diagnostics& diagnostics) {
  AllPublicNames names(draft.assembly);
  for (Asset* asset : draft.assets) {
    Linker(draft.assembly, names, draft.budget.file_bones, *asset, diagnostics).link();
  }
}

}  // namespace rigy::analysis

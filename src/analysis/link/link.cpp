#include "link/link.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "diagnostics/suggestions.hpp"
#include "document/names.hpp"
#include "symmetry/symmetry.hpp"

namespace rigy::analysis {
namespace {

// Resolves the reference. Returns whether it must be reported as unknown: not if its target may be
// among the items that could not be decoded.
bool is_unknown(Reference& reference, const Names& names, bool incomplete) {
  if (!reference.given()) return false;
  reference.index = names.find(reference.id);
  return reference.index == no_index && !incomplete;
}

// Only for a hint.
constexpr std::size_t max_searched_armatures = 100;

// The ids that a reference may have, and what they are ids of, in the plural.
struct Known {
  const Names& names;
  std::string_view what;
};

// Reports an unknown reference, with the closest known id as help.
template <class... Args>
NewFinding report_unknown(const Reporter& at, Code code, const Reference& reference,
                          const ItemOrigin& item, const Known& known,
                          fmt::format_string<const Args&...> format, const Args&... args) {
  const NewFinding added = at.report<Args...>(code, item.at(reference.node), format, args...);
  if (added && item.is_mirrored()) {
    added.help("symmetry renames '{}' to '{}'", at.tree.text_of(reference.node), reference.id);
  } else if (added) {
    added.help(help_for_unknown(at.diagnostics, reference.id, known.names, known.what));
  }
  return added;
}

// Where a weight file first names a bone. The file itself is never quoted.
std::string place_in_file(const WeightFile& file, std::uint32_t bone) {
  const std::uint32_t use = file.first_uses[bone];
  const auto entry = std::partition_point(file.entries.begin(), file.entries.end(),
                                          [use](const auto& one) { return one.end <= use; });
  return fmt::format("influences[{}].bones[{}].bone_id", entry - file.entries.begin(),
                     use - entry->begin);
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
        file_bones_left_(file_bones_left),
        asset_(asset),
        document_(asset.document),
        weight_files_(asset.weight_files),
        at_(assembly.reporter(asset, diagnostics)),
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
  [[nodiscard]] const Armature* armature_with(std::string_view bone) const;
  void link_parents(Armature& armature, const Names& bones);
  void check_material_name(const Material& material);
  void link_materials();
  // For a primitive or a mesh; `owner` names it by its id.
  template <class Item>
  void link_material(Item& item, const ItemOrigin& origin, std::string_view owner);
  void link_binding(Binding& binding);
  void link_weights(const Binding& binding, PrimitiveWeights& weights);
  void link_weight_map(const Binding& binding, WeightMap& map);
  void link_weight_file(const Binding& binding, WeightMap& map);
  // The indices, in an armature, of the bones that a weight file names.
  struct FileJoints {
    std::shared_ptr<const std::vector<std::uint32_t>> indices;  // none beyond the limit
    std::size_t unknown = 0;
    std::uint32_t first_unknown = 0;
  };
  const FileJoints& joints_of_file(const WeightMap& map, std::uint32_t armature);
  bool may_look_up_bones(const WeightFile& file, bool is_mirrored);
  // The owner of the bones and primitives of a binding; false if it is itself unknown.
  bool link_primitive(const Binding& binding, Reference& primitive, Code code,
                      const ItemOrigin& item, std::string_view what);
  // The implicit surface of which an id would be the mirror image, if it were a shape.
  [[nodiscard]] const Primitive* surface_without_image(const Mesh& mesh, const Names& names,
                                                       std::string_view id) const;
  void link_influences(const Binding& binding, InfluenceList& list, Code code,
                       const ItemOrigin& item, std::string_view what);
  void link_poses();
  void link_instance(Instance& instance);
  void link_from_anchors(Instance& instance);

  AllPublicNames& names_;         // of each asset
  std::size_t& file_bones_left_;  // bytes of names
  const Asset& asset_;
  Document& document_;
  const std::vector<std::shared_ptr<const WeightFile>>& weight_files_;
  // By weight file, armature, and whether the map is mirrored.
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, FileJoints> file_joints_;
  Reporter at_;
  Names meshes_;
  Names armatures_;
  const Names& anchors_;
  const Names& materials_;
  Names imports_;
  std::vector<Names> primitives_;  // of each mesh
  std::vector<Names> bones_;       // of each armature
};

void Linker::link() {
  for (std::size_t i = 0; i < document_.armatures.size(); ++i) {
    link_parents(document_.armatures[i], bones_[i]);
  }
  link_materials();
  for (Binding& binding : document_.bindings) link_binding(binding);
  link_poses();
  for (Instance& instance : document_.instances) link_instance(instance);
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

void Linker::link_parents(Armature& armature, const Names& bones) {
  for (Bone& bone : armature.bones) {
    if (!bone.parent.given() || bone.is_root()) continue;
    bone.parent.index = bones.find(bone.parent.id);
    if (bone.parent.index != no_index || armature.incomplete_bones) continue;
    const NewFinding added =
        report_unknown(at_, Code::UnknownParent, bone.parent, bone.origin, {bones, "bones"},
                       "bone '{}' has parent '{}', which armature '{}' does not have",
                       bone.id.value, bone.parent.id, armature.id.value);
    if (!added || bone.origin.is_mirrored()) continue;
    if (means_no_parent(bone.parent.id)) added.help("a root bone has parent: none");
    if (const Armature* other = armature_with(bone.parent.id)) {
      added.help("armature '{}' has a bone '{}', but parents must be in the same armature",
                 other->id.value, bone.parent.id);
    }
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
    if (mesh.material.given()) link_material(mesh, mesh.node, "mesh");
    for (Primitive& primitive : mesh.primitives) {
      if (primitive.material.given()) link_material(primitive, primitive.origin, "primitive");
    }
  }
}

// D10: a material of this file, or <import>.<material>; never both.
template <class Item>
void Linker::link_material(Item& item, const ItemOrigin& origin, std::string_view owner) {
  Reference& material = item.material;
  const std::uint32_t local = materials_.find(material.id);
  const std::size_t dot = material.id.find('.');
  const std::uint32_t import =
      dot == std::string_view::npos ? no_index : imports_.find(material.id.substr(0, dot));
  if (import == no_index) {
    material.index = local;
    const bool lost = document_.incomplete.materials ||
                      (dot != std::string_view::npos && document_.incomplete.imports);
    if (local != no_index || lost) return;
    report_unknown(at_, Code::UnknownPrimitiveMaterial, material, origin, {materials_, "materials"},
                   "{} refers to material '{}', which is not defined", called(owner, item.id),
                   material.id);
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
    report_unknown(at_, Code::UnresolvedImportedMaterial, {name, material.node}, origin,
                   {imported, "materials"}, "import '{}' has no material '{}'",
                   document_.imports[import].name.value, name);
    return;
  }
  material.index = local != no_index ? local : found;
  item.material_import = local != no_index ? no_index : import;
}

void Linker::link_binding(Binding& binding) {
  if (is_unknown(binding.mesh, meshes_, document_.incomplete.meshes)) {
    report_unknown(at_, Code::UnknownBoundMesh, binding.mesh, binding.node, {meshes_, "meshes"},
                   "binding refers to mesh '{}', which is not defined", binding.mesh.id);
  }
  if (is_unknown(binding.armature, armatures_, document_.incomplete.armatures)) {
    report_unknown(at_, Code::UnknownBoundArmature, binding.armature, binding.node,
                   {armatures_, "armatures"},
                   "binding refers to armature '{}', which is not defined", binding.armature.id);
  }
  for (PrimitiveWeights& weights : binding.weights) link_weights(binding, weights);
  for (WeightMap& map : binding.weight_maps) link_weight_map(binding, map);
}

const Primitive* Linker::surface_without_image(const Mesh& mesh, const Names& names,
                                               std::string_view id) const {
  if (!document_.mirror_x) return nullptr;
  const std::string_view to = document_.mirror_x->prefix_to.value;
  if (to.empty() || !id.starts_with(to)) return nullptr;
  const std::string original =
      std::string(document_.mirror_x->prefix_from.value).append(id.substr(to.size()));
  const std::uint32_t found = names.find(original);
  if (found == no_index || mesh.primitives[found].surface == nullptr) return nullptr;
  return &mesh.primitives[found];
}

bool Linker::link_primitive(const Binding& binding, Reference& primitive, Code code,
                            const ItemOrigin& item, std::string_view what) {
  if (binding.mesh.index == no_index || !primitive.given()) return false;
  const Names& names = primitives_[binding.mesh.index];
  primitive.index = names.find(primitive.id);
  if (primitive.index != no_index) return true;
  const Mesh& mesh = document_.meshes[binding.mesh.index];
  if (mesh.incomplete_primitives) return false;
  const NewFinding added =
      report_unknown(at_, code, primitive, item, {names, "primitives"},
                     "{} refers to primitive '{}', which mesh '{}' does not have", what,
                     primitive.id, mesh.id.value);
  if (const Primitive* surface = surface_without_image(mesh, names, primitive.id)) {
    added.help("an implicit surface is mirrored in place and keeps its id: write '{}'",
               surface->id.value);
  }
  return false;
}

void Linker::link_influences(const Binding& binding, InfluenceList& list, Code code,
                             const ItemOrigin& item, std::string_view what) {
  if (binding.armature.index == no_index) return;
  const Armature& armature = document_.armatures[binding.armature.index];
  const Names& names = bones_[binding.armature.index];
  for (Influence& influence : list.items) {
    if (!is_unknown(influence.bone, names, armature.incomplete_bones)) continue;
    report_unknown(at_, code, influence.bone, item, {names, "bones"},
                   "{} refers to bone '{}', which armature '{}' does not have", what,
                   influence.bone.id, armature.id.value);
  }
}

void Linker::link_weights(const Binding& binding, PrimitiveWeights& weights) {
  link_primitive(binding, weights.primitive, Code::UnknownWeightedPrimitive, weights.origin,
                 "binding");
  link_influences(binding, weights.bones, Code::UnknownWeightedBone, weights.origin, "binding");
}

void Linker::link_weight_map(const Binding& binding, WeightMap& map) {
  link_primitive(binding, map.primitive, Code::UnknownMapPrimitive, map.origin, "weight map");
  for (Gradient& gradient : map.gradients) {
    link_influences(binding, gradient.from, Code::UnknownGradientBone, map.origin, "gradient");
    link_influences(binding, gradient.to, Code::UnknownGradientBone, map.origin, "gradient");
  }
  for (Override& entry : map.overrides) {
    link_influences(binding, entry.bones, Code::UnknownOverrideBone, map.origin, "override");
  }
  link_weight_file(binding, map);
}

const Linker::FileJoints& Linker::joints_of_file(const WeightMap& map, std::uint32_t armature) {
  const auto [found, is_new] =
      file_joints_.try_emplace({map.weight_file, armature, map.origin.is_mirrored()});
  FileJoints& joints = found->second;
  const WeightFile& file = *weight_files_[map.weight_file];
  if (!is_new || !may_look_up_bones(file, map.origin.is_mirrored())) return joints;
  auto indices = std::make_shared<std::vector<std::uint32_t>>();
  for (const std::string& id : file.bone_ids) {
    std::uint32_t index = map.origin.is_mirrored()
                              ? bones_[armature].find(swap_prefix(*document_.mirror_x, id))
                              : no_index;
    if (index == no_index) index = bones_[armature].find(id);
    if (index == no_index && joints.unknown++ == 0) {
      joints.first_unknown = static_cast<std::uint32_t>(indices->size());
    }
    indices->push_back(index);
  }
  joints.indices = std::move(indices);
  return joints;
}

bool Linker::may_look_up_bones(const WeightFile& file, bool is_mirrored) {
  if (file_bones_left_ == 0) return false;
  std::size_t more = 16;
  if (is_mirrored) {
    const MirrorX& mirror = *document_.mirror_x;
    more += mirror.prefix_from.value.size() + mirror.prefix_to.value.size();
  }
  std::size_t bytes = more * file.bone_ids.size();
  for (const std::string& id : file.bone_ids) bytes += id.size();
  // Once nothing is left, no other file is even measured.
  file_bones_left_ -= std::min(bytes, file_bones_left_);
  return file_bones_left_ > 0;
}

void Linker::link_weight_file(const Binding& binding, WeightMap& map) {
  if (map.weight_file == no_index || binding.armature.index == no_index) return;
  const FileJoints& joints = joints_of_file(map, binding.armature.index);
  if (joints.indices == nullptr) {
    at_.report(Code::BadWeightFile, map.origin.at(map.source.node),
               "weight file '{}': bone names in weight files, counted once per armature, "
               "exceed {} MiB",
               map.source.value, max_file_bone_names >> 20);
    return;
  }
  map.file_joints = joints.indices;
  const Armature& armature = document_.armatures[binding.armature.index];
  if (joints.unknown == 0 || armature.incomplete_bones) return;
  const NewFinding added = at_.report(
      Code::BadWeightFile, map.origin.at(map.source.node),
      "weight file '{}' names {} that armature '{}' does not have", map.source.value,
      joints.unknown == 1 ? std::string("a bone") : fmt::format("{} bones", joints.unknown),
      armature.id.value);
  if (!added) return;
  added.help("see {}", place_in_file(*weight_files_[map.weight_file], joints.first_unknown));
}

void Linker::link_poses() {
  if (document_.incomplete.armatures) return;
  Names all;
  for (const Armature& armature : document_.armatures) {
    if (armature.incomplete_bones) return;
    for (const Bone& bone : armature.bones) all.add(bone.id.value, 0);
  }
  for (Pose& pose : document_.poses) {
    for (PoseBone& entry : pose.bones) {
      if (all.find(entry.bone.value) != no_index) continue;
      report_unknown(at_, Code::UnknownPoseBone, {entry.bone.value, entry.bone.node}, entry.node,
                     {all, "bones"}, "pose '{}' names bone '{}', which no armature has",
                     pose.id.value, entry.bone.value);
    }
  }
}

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

void Linker::link_instance(Instance& instance) {
  if (is_unknown(instance.import, imports_, document_.incomplete.imports)) {
    const NewFinding added = report_unknown(
        at_, Code::UnknownInstanceImport, instance.import, instance.origin, {imports_, "imports"},
        "instance '{}' refers to import '{}', which is not defined", instance.id.value,
        instance.import.id);
    if (added && is_path(instance.import.id)) added.help(help_for_path(instance.import.id));
  }
  if (is_unknown(instance.mesh, meshes_, document_.incomplete.meshes)) {
    report_unknown(at_, Code::UnknownInstanceMesh, instance.mesh, instance.origin,
                   {meshes_, "meshes"}, "instance '{}' refers to mesh '{}', which is not defined",
                   instance.id.value, instance.mesh.id);
  }
  link_from_anchors(instance);
  for (Reference& anchor : instance.attach3.to) {
    if (!is_unknown(anchor, anchors_, document_.incomplete.anchors)) continue;
    report_unknown(at_, Code::UnknownToAnchor, anchor, instance.origin, {anchors_, "anchors"},
                   "attach3.to of instance '{}' names anchor '{}', which this file does not have",
                   instance.id.value, anchor.id);
  }
}

// The `from` anchors belong to the import, with or without its name in front, or for a mesh of this
// file to the file itself.
void Linker::link_from_anchors(Instance& instance) {
  const bool imported = instance.import.given();
  if (imported && instance.import.index == no_index) return;
  const Asset* owner = imported ? asset_.imports[instance.import.index].get() : &asset_;
  if (owner == nullptr) return;
  const Names& names = names_.of(*owner).anchors;
  for (Reference& anchor : instance.attach3.from) {
    if (!anchor.given()) continue;
    std::string_view id = anchor.id;
    if (imported && id.starts_with(instance.import.id) &&
        id.substr(instance.import.id.size()).starts_with('.')) {
      id = id.substr(instance.import.id.size() + 1);
    }
    anchor.index = names.find(id);
    if (anchor.index == no_index) anchor.index = names.find(anchor.id);
    if (anchor.index != no_index || owner->document.incomplete.anchors) continue;
    report_unknown(
        at_, Code::UnknownFromAnchor, {id, anchor.node}, instance.origin, {names, "anchors"},
        "attach3.from of instance '{}' names anchor '{}', which {} does not have",
        instance.id.value, anchor.id,
        imported ? fmt::format("import '{}'", instance.import.id) : std::string("this file"));
  }
}

}  // namespace

void link_assembly(Draft& draft, Diagnostics& diagnostics) {
  AllPublicNames names(draft.assembly);
  for (Asset* asset : draft.assets) {
    Linker(draft.assembly, names, draft.budget.file_bones, *asset, diagnostics).link();
  }
}

}  // namespace rigy::analysis

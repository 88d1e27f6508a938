#include "scene/names.hpp"

#include <map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace rigy::evaluation {
namespace {

using Color = std::array<float, 4>;

// In binary32; −0.0 becomes 0.0.
Color stored_color(const Material& material) {
  Color color{};
  for (std::size_t i = 0; i < color.size(); ++i) {
    color[i] = static_cast<float>(material.base_color[i].value) + 0.0f;
  }
  return color;
}

// The materials of a Rigs document.
class MaterialMerger {
 public:
  explicit MaterialMerger(NamedMaterials& materials) : materials_(materials) {}

  // `original` is the name in an export of the asset by itself.
  void add(std::string_view import, std::string original, const Color& color) {
    const auto next = static_cast<std::uint32_t>(materials_.list.size());
    const auto [found, added] = numbers_.try_emplace({std::move(original), color}, next);
    materials_.numbers.push_back(found->second);
    if (added) materials_.list.push_back({free_name(import, found->first.first), color});
  }

 private:
  const std::string& free_name(std::string_view import, const std::string& original) {
    if (const auto [name, is_free] = taken_.insert(original); is_free) return *name;
    const std::string base = fmt::format("{}.{}", import, original);
    if (const auto [name, is_free] = taken_.insert(base); is_free) return *name;
    // Names that are taken stay taken: the search continues where it ended.
    std::uint32_t& suffix = next_suffixes_.try_emplace(base, 2).first->second;
    for (;;) {
      const std::string name = fmt::format("{}_{}", base, suffix++);
      if (const auto [taken, is_free] = taken_.insert(name); is_free) return *taken;
    }
  }

  NamedMaterials& materials_;
  std::map<std::pair<std::string, Color>, std::uint32_t> numbers_;
  std::unordered_set<std::string> taken_;
  std::map<std::string, std::uint32_t, std::less<>> next_suffixes_;  // by the name before it
};

struct OwnName {
  std::string_view operator()(std::monostate) const { return "scene"; }
  std::string_view operator()(const Instance* instance) const { return instance->id.value; }
  std::string_view operator()(const RigsChild* child) const { return child->id.value; }
  std::string_view operator()(const Mesh* mesh) const { return name_or_id(mesh->name, mesh->id); }
  std::string_view operator()(const Armature* armature) const {
    return name_or_id(armature->name, armature->id);
  }
  std::string_view operator()(const Anchor* anchor) const { return anchor->id.value; }
};

}  // namespace

void NodeNames::enter(std::uint32_t node) {
  if (node_ != nullptr && node_->kind == SceneNodeKind::Group) open(*node_);
  while (!open_.empty() && open_.back().after <= node) {
    text_.resize(open_.back().size);
    state_ = open_.back().state;
    open_.pop_back();
  }
  node_ = &scene_.nodes[node];
}

// The base of a Rigs document adds nothing, and a child begins anew.
void NodeNames::open(const SceneNode& group) {
  open_.push_back({group.after, text_.size(), state_});
  if (std::holds_alternative<std::monostate>(group.object)) return;
  if (group.child() != nullptr) state_.begin = text_.size();
  text_.append(std::visit(OwnName(), group.object)).append(".");
  if (group.child() != nullptr) state_.root_size = text_.size() - state_.begin;
}

std::string_view NodeNames::own() const { return std::visit(OwnName(), node_->object); }

std::string import_path(const Scene& scene, std::uint32_t origin) {
  const SceneAsset& reached = scene.assets[origin];
  if (reached.from == no_index) return {};
  const Document& importing = scene.assets[reached.from].asset->document;
  return import_path(scene, reached.from)
      .append(importing.imports[reached.import].name.value)
      .append(".");
}

std::string mesh_name(const Scene& scene, const StoredMesh& mesh) {
  return import_path(scene, mesh.origin).append(name_or_id(mesh.mesh->name, mesh.mesh->id));
}

std::string skin_name(const Scene& scene, const NodeNames& names, const StoredMesh& mesh) {
  const Armature& armature = mesh.armature();
  return std::string(names.root_prefix())
      .append(import_path(scene, mesh.origin))
      .append(name_or_id(armature.name, armature.id));
}

NamedMaterials name_materials(const Scene& scene) {
  NamedMaterials materials;
  MaterialMerger merger(materials);
  for (const SceneMaterial& one : scene.materials) {
    std::string name = import_path(scene, one.origin).append(one.material->id.value);
    const Color color = stored_color(*one.material);
    const std::uint32_t import = scene.assets[one.origin].root_import;
    if (import != no_index) {
      const auto& imports = scene.assembly->rigs->document.imports;
      merger.add(imports[import].name.value, std::move(name), color);
    } else {
      materials.numbers.push_back(static_cast<std::uint32_t>(materials.list.size()));
      materials.list.push_back({std::move(name), color});
    }
  }
  return materials;
}

}  // namespace rigy::evaluation

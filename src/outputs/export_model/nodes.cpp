#include "export_model/nodes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "export_model/bones.hpp"
#include "export_model/motion.hpp"
#include "hashing/text_hash.hpp"
#include "scene/names.hpp"

namespace rigy::outputs {
namespace {

// Equal for meshes that are equal but for their names.
std::string key_of(const ExportMesh& mesh) {
  std::string key;
  const auto add = [&key](std::string_view text) {
    fmt::format_to(std::back_inserter(key), "{}:{}", text.size(), text);
  };
  for (const ExportPart& part : mesh.parts) {
    fmt::format_to(std::back_inserter(key), "{} {} ", part.geometry, part.material);
    add(part.id);
    if (part.tags != nullptr) {
      for (const std::string_view tag : *part.tags) add(tag);
    }
    for (const PrimitiveGroup& group : part.groups) {
      fmt::format_to(std::back_inserter(key), ";{} ", group.index_count);
      add(group.id);
    }
    key += '/';
  }
  return key;
}

// The id of a group in its document; empty: the base of a Rigs document.
std::string_view id_of_group(const SceneNode& node) {
  if (const RigsChild* child = node.child()) return child->id.value;
  const auto* instance = std::get_if<const Instance*>(&node.object);
  return instance == nullptr ? std::string_view() : (*instance)->id.value;
}

class NodeDrafter {
 public:
  NodeDrafter(const PlannedScene& planned, CollectedLevels collected, const ExportOptions& options,
              ModelDraft& draft)
      : scene_(planned.scene),
        options_(options),
        draft_(draft),
        model_(draft.model),
        names_(planned.scene) {
    add_materials(planned.materials);
    GeometryStore store(model_.geometries, collected.source.get());
    for (CollectedParts& level : collected.levels)
      add_level(planned.materials, std::move(level), store);
    model_.source = std::move(collected.source);
  }

  void run() { add_children(no_index, "", no_index); }

 private:
  // The group that the current asset is placed by.
  struct Owner {
    std::uint32_t group = no_index;
    std::string name;
  };

  void add_materials(const NamedMaterials& materials) {
    for (const NamedMaterial& material : materials.list) {
      model_.materials.push_back({material.name, material.base_color});
    }
  }

  void add_level(const NamedMaterials& materials, CollectedParts collected, GeometryStore& store) {
    model_.numbers.push_back(std::move(collected.numbers));
    model_.levels.emplace_back();
    std::vector<ExportPart>& parts = parts_.emplace_back();
    std::vector<double>& errors = errors_.emplace_back();
    for (const StoredMesh& mesh : scene_.meshes) {
      double& error = errors.emplace_back();
      for (const ScenePart& part : mesh.parts()) {
        CollectedPart& own = collected.parts[parts.size()];
        error = std::max(error, own.error);
        ExportPart& stored = parts.emplace_back();
        stored.material = materials.number_of(part);
        stored.id = part.id;
        stored.tags = part.tags;
        stored.groups = std::move(own.groups);
        if (stored.groups.empty()) continue;
        stored.geometry = store.add(std::move(own.geometry), own.hash);
      }
    }
    meshes_.emplace_back(scene_.meshes.size(), no_index);
  }

  [[nodiscard]] bool is_full() const {
    return model_.nodes.size() + model_.bone_count > max_output_nodes;
  }

  // What lies in a group of the scene, whose node in the model is `parent`; anchors come last, and
  // their names begin with `prefix`.
  void add_children(std::uint32_t group, const std::string& prefix, std::uint32_t parent) {
    visit_children(scene_, group, [&](std::uint32_t child) {
      if (is_full()) return;
      switch (scene_.nodes[child].kind) {
        case SceneNodeKind::Group:
          return add_group(child, parent);
        case SceneNodeKind::Mesh:
          return add_mesh_node(child, parent);
        case SceneNodeKind::Armature:
          return add_armature(child, parent);
        case SceneNodeKind::Anchor:
          return;
      }
    });
    visit_children(scene_, group, [&](std::uint32_t child) {
      const SceneNode& node = scene_.nodes[child];
      if (node.kind == SceneNodeKind::Anchor && !is_full()) add_anchor(node, prefix, parent);
    });
  }

  void add_group(std::uint32_t number, std::uint32_t parent) {
    const SceneNode& node = scene_.nodes[number];
    names_.enter(number);
    ExportNode group;
    group.name = names_.name();
    group.id = id_of_group(node);
    group.parent = parent;
    if (node.transform != nullptr) group.transform = parts_of(*node.transform);
    group.transform.translation = options_.scale * group.transform.translation;
    const std::string prefix = group.id.empty() ? std::string() : group.name + ".";
    const Owner outer = owner_;
    // An instance of a mesh belongs to the asset that it is written in.
    if (node.asset != nullptr) owner_ = {number, group.id.empty() ? std::string() : group.name};
    add_children(number, prefix, add_node(model_, std::move(group)));
    owner_ = outer;
  }

  void add_mesh_node(std::uint32_t number, std::uint32_t parent) {
    const SceneNode& node = scene_.nodes[number];
    if (node.stored == no_index) return;
    const StoredMesh& mesh = scene_.meshes[node.stored];
    names_.enter(number);
    const std::uint32_t armature = mesh.skinned ? armatures_.at(node.armature) : no_index;
    std::vector<ExportNode> levels;
    for (std::uint32_t level = 0; level < parts_.size(); ++level) {
      ExportNode result;
      result.kind = ExportNodeKind::Mesh;
      result.name = names_.name() + suffix_of(level);
      result.id = mesh.mesh->id.value;
      result.mesh =
          mesh.skinned ? add_bound_mesh(mesh, level, armature) : unbound_mesh(node.stored, level);
      if (!mesh.skinned) result.parent = parent;
      double& error = model_.levels[level].error;
      error = std::max(error, errors_[level][node.stored] * most_scaled(model_, parent));
      if (result.mesh != no_index) levels.push_back(std::move(result));
    }
    if (levels.size() > 1 && options_.format == ExportFormat::Fbx) {
      gather_levels(levels, mesh.skinned ? model_.armatures[armature].node : parent);
    }
    for (ExportNode& level : levels) add_node(model_, std::move(level));
  }

  void gather_levels(std::vector<ExportNode>& levels, std::uint32_t parent) {
    ExportNode group;
    group.kind = ExportNodeKind::Levels;
    group.name = names_.name();
    group.id = levels.front().id;
    group.parent = parent;
    const std::uint32_t number = add_node(model_, std::move(group));
    for (ExportNode& level : levels) level.parent = number;
  }

  // What Unity knows levels of detail by; Unreal wants them below a group.
  [[nodiscard]] std::string suffix_of(std::uint32_t level) const {
    return parts_.size() == 1 ? std::string() : fmt::format("_LOD{}", level);
  }

  [[nodiscard]] ExportMesh mesh_of(const StoredMesh& mesh, std::uint32_t level) const {
    ExportMesh result;
    result.name = mesh_name(scene_, mesh) + suffix_of(level);
    result.id = mesh.mesh->id.value;
    result.level = level;
    for (std::size_t i = 0; i < mesh.parts().size(); ++i) {
      const ExportPart& part = parts_[level][mesh.first_part + i];
      if (!part.groups.empty()) result.parts.push_back(part);
    }
    return result;
  }

  std::uint32_t add_mesh(ExportMesh mesh) {
    model_.meshes.push_back(std::move(mesh));
    return static_cast<std::uint32_t>(model_.meshes.size() - 1);
  }

  // no_index: nothing is left of it.
  std::uint32_t add_bound_mesh(const StoredMesh& stored, std::uint32_t level,
                               std::uint32_t armature) {
    ExportMesh mesh = mesh_of(stored, level);
    if (mesh.parts.empty()) return no_index;
    model_.armatures[armature].has_skin = true;
    mesh.armature = armature;
    mesh.solver = stored.binding->solver.value_or(stored.asset->document.solver);
    return add_mesh(std::move(mesh));
  }

  std::uint32_t unbound_mesh(std::uint32_t stored, std::uint32_t level) {
    std::uint32_t& known = meshes_[level][stored];
    if (known != no_index) return known;
    ExportMesh mesh = mesh_of(scene_.meshes[stored], level);
    if (mesh.parts.empty()) return no_index;
    const auto [equal, is_new] =
        equal_meshes_.try_emplace(fmt::format("{}:{}", level, key_of(mesh)), no_index);
    if (is_new) equal->second = add_mesh(std::move(mesh));
    known = equal->second;
    return known;
  }

  // A baked export has no armatures.
  void add_armature(std::uint32_t number, std::uint32_t parent) {
    if (scene_.is_posed()) return;
    const Armature& armature = *std::get<const Armature*>(scene_.nodes[number].object);
    const Affine* baked = scene_.baked_into(scene_.nodes[number]);
    const auto next = static_cast<std::uint32_t>(model_.armatures.size());
    armatures_.emplace(number, next);
    names_.enter(number);
    ExportNode node;
    node.kind = ExportNodeKind::Armature;
    node.name = names_.name();
    node.id = armature.id.value;
    node.parent = parent;
    node.armature = next;
    ExportArmature placed;
    placed.skeleton = skeleton_at(armature, baked);
    placed.node = add_node(model_, std::move(node));
    model_.bone_count += armature.bones.size();
    model_.armatures.push_back(std::move(placed));
    draft_.sources.push_back({&armature, std::string(names_.prefix()), baked != nullptr,
                              scene_.nodes[number].asset, owner_.group, owner_.name});
  }

  std::uint32_t skeleton_at(const Armature& armature, const Affine* baked) {
    const auto next = static_cast<std::uint32_t>(model_.skeletons.size());
    if (baked == nullptr) {
      const auto [known, is_new] = skeletons_.try_emplace(&armature, next);
      if (!is_new) return known->second;
    }
    model_.skeletons.push_back(skeleton_of(armature, baked, options_.scale));
    return next;
  }

  void add_anchor(const SceneNode& anchor, const std::string& prefix, std::uint32_t parent) {
    const Affine* baked = scene_.baked_into(anchor);
    const Vec3& point = anchor.anchor().translation.value;
    ExportNode node;
    node.kind = ExportNodeKind::Anchor;
    node.id = anchor.anchor().id.value;
    node.name = prefix + node.id;
    node.parent = parent;
    node.transform.translation = options_.scale * (baked != nullptr ? (*baked)(point) : point);
    add_node(model_, std::move(node));
  }

  const Scene& scene_;
  const ExportOptions& options_;
  ModelDraft& draft_;
  ExportModel& model_;
  NodeNames names_;
  Owner owner_;
  // Of each level of detail: those of each part of the scene, and of each stored mesh that is not
  // bound.
  std::vector<std::vector<ExportPart>> parts_;
  std::vector<std::vector<double>> errors_;  // how far each stored mesh is off, in its own space
  std::vector<std::vector<std::uint32_t>> meshes_;
  TextMap<std::string, std::uint32_t> equal_meshes_;
  std::unordered_map<std::uint32_t, std::uint32_t> armatures_;  // of each armature of the scene
  std::unordered_map<const Armature*, std::uint32_t> skeletons_;
};

void name_bones_for_godot(ExportModel& model, UniqueNames& names) {
  for (ExportArmature& armature : model.armatures) {
    UniqueNames of_armature;
    const std::vector<ExportBone>& bones = model.skeletons[armature.skeleton].bones;
    for (const ExportBone& bone : bones) static_cast<void>(of_armature.take(std::string(bone.id)));
    for (std::size_t i = 0; i < bones.size(); ++i) {
      const std::string id(bones[i].id);
      std::string name = name_for_godot(id, "bone", i);
      if (name != id) name = of_armature.take(name);
      if (!names.has(name)) static_cast<void>(names.take(name));
      armature.bone_names.push_back(std::move(name));
    }
  }
}

void rename_for_godot(ExportModel& model) {
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    model.materials[i].name = name_for_godot(model.materials[i].name, "material", i);
  }
  for (std::size_t i = 0; i < model.meshes.size(); ++i) {
    model.meshes[i].name = name_for_godot(model.meshes[i].name, "mesh", i);
  }
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    model.nodes[i].name = name_for_godot(model.nodes[i].name, "node", i);
  }
}

std::string take_bone_name(UniqueNames& names, const ExportNode& armature,
                           const std::string& prefix, std::string_view id) {
  const std::string plain = prefix + std::string(id);
  if (!names.has(plain)) return names.take(plain);
  return names.take(armature.name + "." + std::string(id));
}

}  // namespace

std::uint32_t add_node(ExportModel& model, ExportNode node) {
  const auto number = static_cast<std::uint32_t>(model.nodes.size());
  if (node.followed_bone == no_index) {
    (node.parent == no_index ? model.roots : model.nodes[node.parent].children).push_back(number);
  }
  model.nodes.push_back(std::move(node));
  return number;
}

Affine place_of(const ExportModel& model, std::uint32_t node) {
  Affine place = to_affine(model.nodes[node].transform);
  while ((node = model.nodes[node].parent) != no_index) {
    place = to_affine(model.nodes[node].transform) * place;
  }
  return place;
}

double most_scaled(const ExportModel& model, std::uint32_t node) {
  double most = 1;
  for (; node != no_index; node = model.nodes[node].parent) {
    const auto& [x, y, z] = model.nodes[node].transform.scale;
    most *= std::max({std::abs(x), std::abs(y), std::abs(z)});
  }
  return most;
}

ModelDraft draft_nodes(const PlannedScene& planned, CollectedLevels collected,
                       const ExportOptions& options) {
  ModelDraft draft;
  NodeDrafter(planned, std::move(collected), options, draft).run();
  return draft;
}

UniqueNames settle_names(ModelDraft& draft, ExportNames rules) {
  ExportModel& model = draft.model;
  const bool for_godot = rules == ExportNames::Godot;
  if (for_godot) rename_for_godot(model);
  UniqueNames materials;
  for (ExportMaterial& material : model.materials) material.name = materials.take(material.name);
  UniqueNames names;
  if (for_godot) name_bones_for_godot(model, names);
  for (std::size_t i = 0; i < model.armatures.size() && !for_godot; ++i) {
    ExportArmature& armature = model.armatures[i];
    for (const ExportBone& bone : model.skeletons[armature.skeleton].bones) {
      armature.bone_names.push_back(
          take_bone_name(names, model.nodes[armature.node], draft.sources[i].prefix, bone.id));
    }
  }
  for (ExportNode& node : model.nodes) node.name = names.take(node.name);
  return names;
}

}  // namespace rigy::outputs

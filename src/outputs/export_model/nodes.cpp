#include "export_model/nodes.hpp"

#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "export_model/bones.hpp"
#include "export_model/motion.hpp"
#include "hashing/text_hash.hpp"
#include "scene/traversal.hpp"

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

class NodeDrafter {
 public:
  NodeDrafter(const Scene& scene, CollectedParts collected, const ExportOptions& options,
              ModelDraft& draft)
      : scene_(scene), options_(options), draft_(draft), model_(draft.model) {
    add_materials();
    add_parts(std::move(collected));
    number_nodes();
  }

  void run() {
    add_children(scene_.roots, no_index);
    if (scene_.asset != nullptr) add_anchors(*scene_.asset, std::nullopt, "", no_index);
  }

 private:
  void add_materials() {
    for (const SceneMaterial& material : scene_.materials) {
      model_.materials.push_back({material.name, material.base_color});
    }
  }

  void add_parts(CollectedParts collected) {
    model_.numbers = std::move(collected.numbers);
    std::vector<CollectedPart>& parts = collected.parts;
    GeometryStore store(model_.geometries);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const ScenePart& part = scene_.parts[i];
      ExportPart& stored = parts_.emplace_back();
      stored.material = part.material;
      stored.id = part.id;
      stored.tags = part.tags;
      stored.groups = std::move(parts[i].groups);
      if (stored.groups.empty()) continue;
      stored.geometry = store.add(std::move(parts[i].geometry), parts[i].hash);
    }
    meshes_.assign(scene_.meshes.size(), no_index);
  }

  // Children of a scene's nodes are numbers of the output, where bones are nodes too.
  void number_nodes() {
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      const SceneNode& node = scene_.nodes[i];
      if (!node.only_bones) places_[next++] = i;
      if (node.bones == no_index) continue;
      const SceneBones& bones = scene_.bones[node.bones];
      next = bones.first + static_cast<std::uint32_t>(bones.armature->bones.size());
      bones_of_skeleton_.emplace(bones.skeleton, node.bones);
    }
  }

  [[nodiscard]] bool is_full() const {
    return model_.nodes.size() + model_.bone_count > max_output_nodes;
  }

  void add_children(const std::vector<std::uint32_t>& children, std::uint32_t parent) {
    for (const std::uint32_t child : children) {
      if (is_full()) return;
      const auto bones = bones_of_skeleton_.find(child);
      if (bones != bones_of_skeleton_.end()) {
        if (!scene_.posed) armature_at(scene_.bones[bones->second], parent);
      } else {
        const SceneNode& node = scene_.nodes[places_.at(child)];
        node.mesh == no_index ? add_group(node, parent) : add_mesh_node(node, parent);
      }
    }
  }

  void add_group(const SceneNode& node, std::uint32_t parent) {
    ExportNode group;
    group.name = node.name;
    group.id = node.id;
    group.parent = parent;
    if (node.matrix) group.transform = parts_of(*node.matrix);
    group.transform.translation = options_.scale * group.transform.translation;
    const std::uint32_t number = add_node(model_, std::move(group));
    add_children(node.children, number);
    if (node.asset == nullptr) return;
    const std::string prefix = node.id.empty() ? std::string() : node.name + ".";
    add_anchors(*node.asset, node.baked, prefix, number);
  }

  void add_mesh_node(const SceneNode& node, std::uint32_t parent) {
    const SceneMesh& mesh = scene_.meshes[node.mesh];
    ExportNode result;
    result.kind = ExportNodeKind::Mesh;
    result.name = node.name;
    result.id = mesh.mesh->id.value;
    if (mesh.skinned) {
      result.mesh = add_bound_mesh(mesh, armature_at(scene_.bones[node.bones], parent));
    } else {
      result.mesh = unbound_mesh(node.mesh);
      result.parent = parent;
    }
    if (result.mesh != no_index) add_node(model_, std::move(result));
  }

  [[nodiscard]] ExportMesh mesh_of(const SceneMesh& mesh) const {
    ExportMesh result;
    result.name = mesh.name;
    result.id = mesh.mesh->id.value;
    for (std::uint32_t i = 0; i < mesh.part_count; ++i) {
      const ExportPart& part = parts_[mesh.first_part + i];
      if (!part.groups.empty()) result.parts.push_back(part);
    }
    return result;
  }

  std::uint32_t add_mesh(ExportMesh mesh) {
    model_.meshes.push_back(std::move(mesh));
    return static_cast<std::uint32_t>(model_.meshes.size() - 1);
  }

  // no_index: nothing is left of it.
  std::uint32_t add_bound_mesh(const SceneMesh& scene_mesh, std::uint32_t armature) {
    ExportMesh mesh = mesh_of(scene_mesh);
    if (mesh.parts.empty()) return no_index;
    model_.armatures[armature].has_skin = true;
    mesh.armature = armature;
    mesh.solver = scene_mesh.binding->solver.value_or(scene_mesh.asset->document.solver);
    return add_mesh(std::move(mesh));
  }

  std::uint32_t unbound_mesh(std::uint32_t scene_mesh) {
    std::uint32_t& known = meshes_[scene_mesh];
    if (known != no_index) return known;
    ExportMesh mesh = mesh_of(scene_.meshes[scene_mesh]);
    if (mesh.parts.empty()) return no_index;
    const auto [equal, is_new] = equal_meshes_.try_emplace(key_of(mesh), no_index);
    if (is_new) equal->second = add_mesh(std::move(mesh));
    known = equal->second;
    return known;
  }

  // The armature among the children of `parent`, which all meshes bound to it there share.
  std::uint32_t armature_at(const SceneBones& bones, std::uint32_t parent) {
    const auto next = static_cast<std::uint32_t>(model_.armatures.size());
    const auto [known, is_new] = armatures_.try_emplace({parent, bones.armature}, next);
    if (!is_new) return known->second;
    ExportNode node;
    node.kind = ExportNodeKind::Armature;
    node.name = bones.prefix;
    node.name += name_or_id(bones.armature->name, bones.armature->id);
    node.id = bones.armature->id.value;
    node.parent = parent;
    node.armature = next;
    ExportArmature armature;
    armature.skeleton = skeleton_at(bones);
    armature.node = add_node(model_, std::move(node));
    model_.bone_count += bones.armature->bones.size();
    model_.armatures.push_back(std::move(armature));
    draft_.sources.push_back({bones.armature, bones.prefix, bones.baked.has_value()});
    return next;
  }

  std::uint32_t skeleton_at(const SceneBones& bones) {
    const auto next = static_cast<std::uint32_t>(model_.skeletons.size());
    if (!bones.baked) {
      const auto [known, is_new] = skeletons_.try_emplace(bones.armature, next);
      if (!is_new) return known->second;
    }
    model_.skeletons.push_back(skeleton_of(*bones.armature, bones.baked, options_.scale));
    return next;
  }

  void add_anchors(const Asset& asset, const std::optional<Affine>& baked,
                   const std::string& prefix, std::uint32_t parent) {
    if (!options_.anchors) return;
    for (const Anchor& anchor : asset.document.anchors) {
      if (is_full()) return;
      const Vec3& point = anchor.translation.value;
      ExportNode node;
      node.kind = ExportNodeKind::Anchor;
      node.name = prefix;
      node.name += anchor.id.value;
      node.id = anchor.id.value;
      node.parent = parent;
      node.transform.translation = options_.scale * (baked ? (*baked)(point) : point);
      add_node(model_, std::move(node));
    }
  }

  const Scene& scene_;
  const ExportOptions& options_;
  ModelDraft& draft_;
  ExportModel& model_;
  std::vector<ExportPart> parts_;      // of each part of the scene
  std::vector<std::uint32_t> meshes_;  // of each unbound mesh of the scene
  TextMap<std::string, std::uint32_t> equal_meshes_;
  std::unordered_map<std::uint32_t, std::uint32_t> places_;  // in scene.nodes
  std::unordered_map<std::uint32_t, std::uint32_t> bones_of_skeleton_;
  std::map<std::pair<std::uint32_t, const Armature*>, std::uint32_t> armatures_;
  std::unordered_map<const Armature*, std::uint32_t> skeletons_;
};

std::string take_bone_name(UniqueNames& names, const ExportNode& armature,
                           const std::string& prefix, std::string_view id) {
  const std::string plain = prefix + std::string(id);
  if (!names.has(plain)) return names.take(plain);
  return names.take(armature.name + "." + std::string(id));
}

}  // namespace

std::uint32_t add_node(ExportModel& model, ExportNode node) {
  const auto number = static_cast<std::uint32_t>(model.nodes.size());
  (node.parent == no_index ? model.roots : model.nodes[node.parent].children).push_back(number);
  model.nodes.push_back(std::move(node));
  return number;
}

ModelDraft draft_nodes(const Scene& scene, CollectedParts collected, const ExportOptions& options) {
  ModelDraft draft;
  NodeDrafter(scene, std::move(collected), options, draft).run();
  return draft;
}

UniqueNames settle_names(ModelDraft& draft) {
  ExportModel& model = draft.model;
  UniqueNames materials;
  for (ExportMaterial& material : model.materials) material.name = materials.take(material.name);
  UniqueNames names;
  for (std::size_t i = 0; i < model.armatures.size(); ++i) {
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

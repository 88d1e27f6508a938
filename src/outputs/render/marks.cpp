#include "render/marks.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "common/unreachable.hpp"

namespace rigy::outputs {
namespace {

// More would cover the picture, and finding what they are about would take long.
constexpr std::size_t max_marked = 200;

// As near to the origin as W07 allows.
constexpr double at_origin = 1e-9;

enum class ItemKind : std::uint8_t { Surface, Bone, Anchor, Pose, Material };

// Something that is written in a file and may be in the picture.
struct Item {
  const Asset* asset = nullptr;
  Position start{};
  Position end{};
  ItemKind kind = ItemKind::Surface;
  std::string_view id{};
  const Mesh* mesh = nullptr;            // of a surface
  const Primitive* primitive = nullptr;  // null: the whole mesh
  const Pose* pose = nullptr;            // of a pose
  std::uint32_t material = no_index;     // of the asset's, if it is one
  std::size_t around = no_index;         // the item that this one is a part of, or equal to

  [[nodiscard]] std::string_view file() const { return asset->source->name; }
  [[nodiscard]] bool has(const Position& place) const {
    return start <= place && (place < end || place == start);
  }
  [[nodiscard]] bool is_written_as(const Item& other) const {
    return start == other.start && end == other.end;
  }
};

class ItemCollector {
 public:
  void add_asset(const Asset& asset) {
    asset_ = &asset;
    const Document& document = asset.document;
    for (const Mesh& mesh : document.meshes) add_mesh(mesh);
    for (const Binding& binding : document.bindings) add_binding(binding);
    for (const Armature& armature : document.armatures) {
      for (const Bone& bone : armature.bones) add(ItemKind::Bone, bone.origin.node, bone.id);
    }
    for (const Pose& pose : document.poses) add_pose(pose);
    for (std::uint32_t i = 0; i < document.materials.size(); ++i) add_material(i);
    for (const Anchor& anchor : document.anchors) {
      add(ItemKind::Anchor, anchor.origin.node, anchor.id);
    }
  }

  // Sorted, each after what it is a part of.
  [[nodiscard]] std::vector<Item> take() {
    std::stable_sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
      return std::tuple(a.file(), a.start, b.end) < std::tuple(b.file(), b.start, a.end);
    });
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      const auto has_ended = [&](const Item& other) {
        return other.file() != item.file() || !other.has(item.start);
      };
      while (!open.empty() && has_ended(items_[open.back()])) open.pop_back();
      if (!open.empty()) item.around = open.back();
      open.push_back(i);
    }
    return std::move(items_);
  }

 private:
  void add(ItemKind kind, NodeId node, const Text& id, Item item = {}) {
    if (node == no_index) return;
    item.asset = asset_;
    item.start = asset_->tree[node].start;
    item.end = asset_->tree[node].end;
    item.kind = kind;
    item.id = id.value;
    items_.push_back(item);
  }

  void add_pose(const Pose& pose) {
    add(ItemKind::Pose, pose.node, pose.id, {.pose = &pose});
    for (const PoseBone& bone : pose.bones) {
      add(ItemKind::Bone, bone.node, bone.bone);
      add(ItemKind::Bone, bone.bone.node, bone.bone);  // the key
    }
  }

  void add_material(std::uint32_t index) {
    const Material& material = asset_->document.materials[index];
    for (const NodeId node :
         {material.id.node, material.base_color_node, material.uses_uv_roles_node}) {
      add(ItemKind::Material, node, material.id, {.material = index});
    }
  }

  void add_mesh(const Mesh& mesh) {
    add(ItemKind::Surface, mesh.node, mesh.id, {.mesh = &mesh});
    for (const Primitive& primitive : mesh.primitives) {
      add(ItemKind::Surface, primitive.origin.node, primitive.id,
          {.mesh = &mesh, .primitive = &primitive});
    }
  }

  void add_binding(const Binding& binding) {
    if (binding.mesh.index == no_index) return;
    const Mesh& mesh = asset_->document.meshes[binding.mesh.index];
    add(ItemKind::Surface, binding.node, mesh.id, {.mesh = &mesh});
    const auto add_weights = [&](const Reference& reference, const ItemOrigin& origin) {
      if (reference.index == no_index) return;
      const Primitive& primitive = mesh.primitives[reference.index];
      add(ItemKind::Surface, origin.node, primitive.id, {.mesh = &mesh, .primitive = &primitive});
    };
    for (const PrimitiveWeights& one : binding.weights) add_weights(one.primitive, one.origin);
    for (const WeightMap& one : binding.weight_maps) add_weights(one.primitive, one.origin);
  }

  const Asset* asset_ = nullptr;
  std::vector<Item> items_;
};

// A primitive of any copy of a document.
using PrimitiveKey = std::tuple<const Source*, NodeId, NodeId, Authorship>;

PrimitiveKey key_of(const Asset& asset, const Mesh& mesh, const Primitive& primitive) {
  return {asset.source.get(), mesh.node, primitive.origin.node, primitive.origin.made};
}

// Finds the items of a scene, which may have been made from copies of the documents.
class PlaceSearch {
 public:
  PlaceSearch(const Assembly& assembly, const EvaluatedScene& scene)
      : assembly_(assembly), scene_(scene), followers_(followers_of(scene)) {}

  // `id` is that of the diagnostic.
  [[nodiscard]] std::vector<Mark> find(const Item& item, std::string_view id) const {
    // W07: a pose takes a bone, and what follows it, to the origin.
    const bool is_about_place = id == "W07";
    switch (item.kind) {
      case ItemKind::Surface:
        return surfaces(item);
      case ItemKind::Bone:
        return bones(item, is_about_place);
      case ItemKind::Pose:
        return is_about_place ? omitted_bones(item) : std::vector<Mark>();
      case ItemKind::Material:
        return users(item);
      case ItemKind::Anchor:
        return anchors(item);
    }
    unreachable();
  }

 private:
  static Mark mark_at(const Item& item, const Vec3& place) {
    Mark mark;
    mark.name = item.id;
    mark.at = place;
    return mark;
  }

  // A mark for each place of the mesh.
  [[nodiscard]] std::vector<Mark> surfaces(const Item& item) const {
    std::vector<Mark> marks;
    for (const ShownMesh& mesh : scene_.meshes) {
      if (mesh.asset->source != item.asset->source || mesh.mesh->node != item.mesh->node) continue;
      if (std::optional<Mark> mark = surface_at(item, mesh)) marks.push_back(std::move(*mark));
    }
    const bool is_entry =
        scene_.tree.asset != nullptr && scene_.tree.asset->source == item.asset->source;
    if (!marks.empty() || item.primitive == nullptr) return marks;
    // Nothing of its mesh is shown.
    const Vec3& place = item.primitive->transform.translation.value;
    if (is_entry) return {mark_at(item, place)};
    for (const ShownInstance& instance : scene_.instances) {
      if (instance.import == nullptr || instance.import->source != item.asset->source) continue;
      marks.push_back(mark_at(item, instance.transform(place)));
    }
    return marks;
  }

  [[nodiscard]] std::optional<Mark> surface_at(const Item& item, const ShownMesh& mesh) const {
    Mark mark;
    std::optional<Bounds> box;
    for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
      const ShownPrimitive& one = scene_.primitives[mesh.first_primitive + i];
      if (one.positions.empty() || !is_meant(item, *one.primitive)) continue;
      mark.primitives.push_back(mesh.first_primitive + i);
      const Bounds own = bounds_of(one.positions);
      if (!box) box = own;
      extend(*box, own);
    }
    if (box) {
      mark.name = item.id;
      mark.at = 0.5 * (box->min + box->max);
      return mark;
    }
    if (item.primitive == nullptr) return std::nullopt;
    return mark_at(item, mesh.transform(item.primitive->transform.translation.value));
  }

  static bool is_meant(const Item& item, const Primitive& primitive) {
    if (item.primitive == nullptr) return true;
    const ItemOrigin& origin = item.primitive->origin;
    return primitive.origin.node == origin.node && primitive.origin.made == origin.made;
  }

  // By armature and bone.
  using Followers = std::vector<std::vector<std::vector<std::uint32_t>>>;

  static Followers followers_of(const EvaluatedScene& scene) {
    Followers followers;
    for (const ShownArmature& one : scene.armatures) followers.emplace_back(one.bones.size());
    for (std::uint32_t i = 0; i < scene.primitives.size(); ++i) {
      const ShownPrimitive& primitive = scene.primitives[i];
      const ShownMesh& mesh = scene.mesh_of(primitive);
      if (mesh.armature == no_index || primitive.influences == nullptr) continue;
      for (const JointWeights& influences : *primitive.influences) {
        for (std::size_t k = 0; k < 4; ++k) {
          if (!(influences.weights[k] > 0)) continue;
          std::vector<std::uint32_t>& of_bone = followers[mesh.armature][influences.joints[k]];
          if (of_bone.empty() || of_bone.back() != i) of_bone.push_back(i);
        }
      }
    }
    return followers;
  }

  [[nodiscard]] Mark mark_of_bone(std::size_t armature, std::size_t bone, bool paint) const {
    const ShownBone& one = scene_.armatures[armature].bones[bone];
    Mark mark;
    mark.name = one.bone->id.value;
    mark.at = 0.5 * (one.head + one.tail);
    if (paint) mark.primitives = followers_[armature][bone];
    return mark;
  }

  [[nodiscard]] std::vector<Mark> bones(const Item& item, bool paint) const {
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < scene_.armatures.size(); ++i) {
      const ShownArmature& armature = scene_.armatures[i];
      if (armature.asset->source != item.asset->source) continue;
      for (std::size_t k = 0; k < armature.bones.size(); ++k) {
        if (armature.bones[k].bone->id.value != item.id) continue;
        marks.push_back(mark_of_bone(i, k, paint));
      }
    }
    return marks;
  }

  [[nodiscard]] std::vector<Mark> omitted_bones(const Item& item) const {
    std::set<std::string_view> listed;
    for (const PoseBone& one : item.pose->bones) listed.insert(one.bone.value);
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < scene_.armatures.size(); ++i) {
      const ShownArmature& armature = scene_.armatures[i];
      if (armature.asset->source != item.asset->source) continue;
      for (std::size_t k = 0; k < armature.bones.size(); ++k) {
        const Bone& bone = *armature.bones[k].bone;
        if (listed.contains(bone.id.value) || length(bone.head.value) <= at_origin) continue;
        marks.push_back(mark_of_bone(i, k, true));
        if (marks.size() == max_marked) return marks;
      }
    }
    return marks;
  }

  // Whether the primitive is painted with the material.
  static bool uses(const Asset& asset, const Mesh& mesh, const Primitive& primitive,
                   const Item& material) {
    const bool own = primitive.material.given();
    const std::uint32_t index = own ? primitive.material.index : mesh.material.index;
    const std::uint32_t import = own ? primitive.material_import : mesh.material_import;
    const Asset* owner = import == no_index ? &asset : asset.imports[import].get();
    return owner == material.asset && index == material.material;
  }

  // One mark, on all primitives that use the material.
  [[nodiscard]] std::vector<Mark> users(const Item& item) const {
    std::set<PrimitiveKey> keys;
    for (const auto& asset : assembly_.assets) {
      for (const Mesh& mesh : asset->document.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
          if (uses(*asset, mesh, primitive, item)) keys.insert(key_of(*asset, mesh, primitive));
        }
      }
    }
    Mark mark;
    mark.name = item.id;
    for (std::uint32_t i = 0; i < scene_.primitives.size(); ++i) {
      const ShownPrimitive& one = scene_.primitives[i];
      const ShownMesh& mesh = scene_.mesh_of(one);
      if (one.positions.empty()) continue;
      if (!keys.contains(key_of(*mesh.asset, *mesh.mesh, *one.primitive))) continue;
      mark.primitives.push_back(i);
    }
    if (mark.primitives.empty()) return {};
    const Bounds box = bounds_of(scene_.primitives[mark.primitives.front()].positions);
    mark.at = 0.5 * (box.min + box.max);
    return {mark};
  }

  [[nodiscard]] std::vector<Mark> anchors(const Item& item) const {
    std::vector<Mark> marks;
    for (const ShownAnchor& one : scene_.anchors) {
      if (one.asset->source != item.asset->source || one.anchor->id.value != item.id) continue;
      marks.push_back(mark_at(item, one.position));
    }
    return marks;
  }

  const Assembly& assembly_;
  const EvaluatedScene& scene_;
  Followers followers_;  // the primitives that each bone moves
};

// The last item that begins at the place or before it and has not ended there.
std::size_t innermost(const std::vector<Item>& items, const Place& place) {
  const auto after = std::upper_bound(
      items.begin(), items.end(), place, [](const Place& wanted, const Item& item) {
        return std::pair(std::string_view(wanted.file), wanted.start) <
               std::pair(item.file(), item.start);
      });
  if (after == items.begin()) return no_index;
  auto found = static_cast<std::size_t>(after - items.begin()) - 1;
  if (items[found].file() != place.file) return no_index;
  while (found != no_index && !items[found].has(place.start)) found = items[found].around;
  return found;
}

// The marks of the innermost item that is in the picture. Items that were made from the same text,
// as by symmetry, are marked together.
std::vector<Mark> marks_at(const std::vector<Item>& items, const PlaceSearch& search,
                           const Diagnostic& diagnostic) {
  std::vector<Mark> marks;
  for (std::size_t i = innermost(items, diagnostic.place); i != no_index; i = items[i].around) {
    for (Mark& mark : search.find(items[i], diagnostic.id)) marks.push_back(std::move(mark));
    const std::size_t around = items[i].around;
    if (!marks.empty() && (around == no_index || !items[around].is_written_as(items[i]))) break;
  }
  return marks;
}

void add_id(const std::string& id, std::vector<std::string>& ids) {
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
}

void add_mark(Mark mark, const Diagnostic& diagnostic, std::vector<Mark>& list) {
  const auto is_same = [&](const Mark& other) {
    return other.primitives == mark.primitives && other.name == mark.name && other.at == mark.at;
  };
  auto known = std::find_if(list.begin(), list.end(), is_same);
  if (known == list.end()) known = list.insert(list.end(), std::move(mark));
  add_id(diagnostic.id, known->ids);
  known->is_error = known->is_error || diagnostic.severity == Severity::Error;
}

}  // namespace

Marks marks_of(const AnalyzedAssembly& analyzed, const EvaluatedScene& scene,
               const Report& report) {
  ItemCollector collector;
  for (const auto& asset : analyzed.assembly.assets) collector.add_asset(*asset);
  const std::vector<Item> items = collector.take();
  const PlaceSearch search(analyzed.assembly, scene);
  Marks marks;
  for (const Diagnostic& one : report.diagnostics) {
    if (marks.list.size() >= max_marked) break;
    std::vector<Mark> found = marks_at(items, search, one);
    if (found.empty()) {
      add_id(one.id, marks.elsewhere);
      marks.has_error_elsewhere |= one.severity == Severity::Error;
    }
    for (Mark& mark : found) add_mark(std::move(mark), one, marks.list);
  }
  return marks;
}

}  // namespace rigy::outputs

#include "symmetry/symmetry.hpp"

#include <algorithm>
#include <utility>

#include "common/limits.hpp"
#include "document/members.hpp"
#include "document/names.hpp"
#include "shapes/topology.hpp"

namespace rigy::analysis {
namespace {

class Mirror {
 public:
  Mirror(const MirrorX& mirror, Document& document, std::size_t& names_left)
      : mirror_(mirror), document_(document), names_left_(names_left) {}

  [[nodiscard]] bool applies_to(std::string_view id) const {
    return id.starts_with(mirror_.prefix_from.value);
  }

  // The id with prefix_from replaced; any other id unchanged.
  [[nodiscard]] std::string_view renamed(std::string_view id) {
    if (!applies_to(id)) return id;
    return keep(
        std::string(mirror_.prefix_to.value).append(id.substr(mirror_.prefix_from.value.size())));
  }

  // The id of the bone on the other side, if there is one; else the id unchanged.
  [[nodiscard]] std::string_view swapped(std::string_view id, const Names& bones) {
    std::string other = swap_prefix(mirror_, id);
    return bones.find(other) == no_index || other == id ? id : keep(std::move(other));
  }

  // Whether a name was too long for what was left. No more names are made then.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  std::string_view keep(std::string id) {
    is_full_ = is_full_ || id.size() > names_left_;
    if (is_full_) return {};
    names_left_ -= id.size();
    return document_.made_ids.emplace_back(std::move(id));
  }

  const MirrorX& mirror_;
  Document& document_;
  std::size_t& names_left_;
  bool is_full_ = false;
};

// A true IEEE negation: 0.0 becomes −0.0, as in the canonical files.
void negate_x(Point& point) { point.value.x = -point.value.x; }

// An implicit surface stays one primitive: its ops are mirrored within it.
bool makes_copy(const Primitive& primitive) { return primitive.surface == nullptr; }
template <class Item>
bool makes_copy(const Item&) {
  return true;
}

// Appends mirrored(item) for every item whose id has the prefix.
template <class Item, class Mirrored>
void append_mirrored(std::vector<Item>& items, Mirror& mirror, const Mirrored& mirrored) {
  const std::size_t originals = items.size();
  for (std::size_t i = 0; i < originals; ++i) {
    if (!items[i].id.given() || !mirror.applies_to(items[i].id.value)) continue;
    if (!makes_copy(items[i])) continue;
    Item copy = items[i];
    copy.id.value = mirror.renamed(copy.id.value);
    copy.origin.made = Authorship::Mirrored;
    mirrored(copy);
    if (mirror.is_full()) return;
    items.push_back(std::move(copy));
  }
}

// (rx, ry, rz) → (rx, −ry, −rz) is the true mirror image of the rotation; an axis and a
// quaternion's vector part change in the same way.
void mirror_rotation(Rotation& rotation) {
  rotation.vector = {rotation.vector.x, -rotation.vector.y, -rotation.vector.z};
  rotation.quaternion.y = -rotation.quaternion.y;
  rotation.quaternion.z = -rotation.quaternion.z;
}

void mirror_primitive(Primitive& primitive) {
  Transform& transform = primitive.transform;
  if (transform.node != no_index) {
    if (transform.translation.given()) {
      negate_x(transform.translation);
    } else {
      // As in the canonical files, any transform of a mirrored primitive has a translation.
      transform.translation = {{0, 0, 0}, transform.node};
    }
  }
  mirror_rotation(transform.rotation);
}

void mirror_op(SurfaceOp& op) {
  op.origin.made = Authorship::Mirrored;
  if (op.transform.translation.given()) negate_x(op.transform.translation);
  mirror_rotation(op.transform.rotation);
}

// Mirrored copies of all ops follow them, in a domain that contains both sides.
void merge_mirror_image(const Reporter& at, const Primitive& primitive) {
  if (primitive.transform.node != no_index) {
    at.report(Code::MirroredSurfaceTransform, primitive.transform.node,
              "implicit surface '{}' is mirrored, so it cannot have a transform",
              primitive.id.value)
        .help("move the ops and the domain instead");
    return;
  }
  SurfaceFields& surface = *primitive.surface;
  const std::size_t originals = surface.ops.size();
  for (std::size_t i = 0; i < originals; ++i) {
    surface.ops.push_back(surface.ops[i]);
    mirror_op(surface.ops.back());
  }
  const double x0 = surface.min.value.x;
  const double x1 = surface.max.value.x;
  surface.min.value.x = std::min(x0, -x1);
  surface.max.value.x = std::max(x1, -x0);
}

void mirror_primitives(const Reporter& at, Mesh& mesh, Mirror& mirror) {
  for (const Primitive& primitive : mesh.primitives) {
    const bool is_merged = primitive.surface != nullptr && primitive.id.given() &&
                           mirror.applies_to(primitive.id.value);
    if (is_merged) merge_mirror_image(at, primitive);
  }
  append_mirrored(mesh.primitives, mirror, mirror_primitive);
}

// Mirrors the members of an item as their fields say. Ids are renamed with the item.
struct MirrorMember {
  Mirror& mirror;

  void operator()(const Field& field, Point& point) const {
    if (field.type.mirror == MirrorRule::NegatedX) negate_x(point);
  }
  void operator()(const Field& field, double& number) const {
    if (field.type.mirror == MirrorRule::Negated) number = -number;
  }
  void operator()(const Field& field, Reference& reference) const {
    const bool is_renamed = field.type.mirror == MirrorRule::Renamed && reference.id != "none";
    if (is_renamed) reference.id = mirror.renamed(reference.id);
  }
  void operator()(const Field& /*field*/, Text& /*id*/) const {}
};

void mirror_bone(Bone& bone, Mirror& mirror) { BoneMembers::each(bone, MirrorMember{mirror}); }

void mirror_influences(InfluenceList& list, const Names& bones, Mirror& mirror) {
  for (Influence& influence : list.items) {
    influence.bone.id = mirror.swapped(influence.bone.id, bones);
  }
}

void mirror_gradient(Gradient& gradient, const Names& bones, Mirror& mirror) {
  mirror_influences(gradient.from, bones, mirror);
  mirror_influences(gradient.to, bones, mirror);
  if (gradient.axis != Axis::X) return;
  std::swap(gradient.from, gradient.to);
  const auto [a, b] = gradient.range;
  gradient.range = {Number{-b.value, b.node}, Number{-a.value, a.node}};
}

void mirror_override(Override& entry, const Topology* topology, const Names& bones,
                     Mirror& mirror) {
  mirror_influences(entry.bones, bones, mirror);
  if (topology == nullptr) return;
  std::vector<VertexIndex> images;
  images.reserve(entry.vertices.size());
  for (const VertexIndex& vertex : entry.vertices) {
    // Out of bounds: the original reports it.
    if (vertex.value < 0 || vertex.value >= topology->vertex_count) continue;
    const MirrorImage image = topology->mirror_image(static_cast<std::uint32_t>(vertex.value));
    images.push_back({image.vertex, vertex.node});
    if (image.seam != image.vertex) images.push_back({image.seam, vertex.node});
  }
  entry.vertices = std::move(images);
}

// The primitives of the document, by the ids of their meshes and their own ids.
class PrimitivesById {
 public:
  explicit PrimitivesById(const std::vector<Mesh>& meshes)
      : meshes_(meshes), mesh_names_(names_of(meshes)) {
    for (const Mesh& mesh : meshes) primitive_names_.push_back(names_of(mesh.primitives));
  }

  // Nothing if there is no such primitive.
  [[nodiscard]] const Primitive* find(std::string_view mesh_id,
                                      std::string_view primitive_id) const {
    const std::uint32_t mesh = mesh_names_.find(mesh_id);
    if (mesh == no_index) return nullptr;
    const std::uint32_t primitive = primitive_names_[mesh].find(primitive_id);
    return primitive == no_index ? nullptr : &meshes_[mesh].primitives[primitive];
  }

  // Whether statements about the primitive also apply to its mirror image.
  [[nodiscard]] bool has_copy(std::string_view mesh_id, std::string_view primitive_id) const {
    const Primitive* primitive = find(mesh_id, primitive_id);
    return primitive == nullptr || makes_copy(*primitive);
  }

 private:
  const std::vector<Mesh>& meshes_;
  Names mesh_names_;
  std::vector<Names> primitive_names_;  // of each mesh
};

// The bones of the document, including mirrored ones, by the ids of their armatures and their own
// ids.
class BonesById {
 public:
  explicit BonesById(const std::vector<Armature>& armatures)
      : armature_names_(names_of(armatures)) {
    for (const Armature& armature : armatures) bone_names_.push_back(names_of(armature.bones));
  }

  // None for an unknown armature.
  [[nodiscard]] const Names& of(std::string_view armature_id) const {
    const std::uint32_t armature = armature_names_.find(armature_id);
    return armature == no_index ? none_ : bone_names_[armature];
  }

 private:
  Names armature_names_;
  std::vector<Names> bone_names_;  // of each armature
  Names none_;
};

void mirror_weights(Binding& binding, const PrimitivesById& primitives, const Names& bones,
                    Mirror& mirror) {
  const std::size_t originals = binding.weights.size();
  for (std::size_t i = 0; i < originals; ++i) {
    const std::string_view id = binding.weights[i].primitive.id;
    if (!mirror.applies_to(id) || !primitives.has_copy(binding.mesh.id, id)) continue;
    PrimitiveWeights copy = binding.weights[i];
    copy.origin.made = Authorship::Mirrored;
    copy.primitive.id = mirror.renamed(copy.primitive.id);
    mirror_influences(copy.bones, bones, mirror);
    if (mirror.is_full()) return;
    binding.weights.push_back(std::move(copy));
  }
}

void mirror_weight_maps(Binding& binding, const PrimitivesById& primitives, const Names& bones,
                        Mirror& mirror) {
  const std::size_t originals = binding.weight_maps.size();
  for (std::size_t i = 0; i < originals; ++i) {
    const std::string_view id = binding.weight_maps[i].primitive.id;
    if (!mirror.applies_to(id) || !primitives.has_copy(binding.mesh.id, id)) continue;
    WeightMap copy = binding.weight_maps[i];
    const Primitive* primitive = primitives.find(binding.mesh.id, id);
    const Topology* topology = primitive == nullptr ? nullptr : topology_of(*primitive);
    copy.origin.made = Authorship::Mirrored;
    copy.primitive.id = mirror.renamed(copy.primitive.id);
    for (Gradient& gradient : copy.gradients) mirror_gradient(gradient, bones, mirror);
    for (Override& entry : copy.overrides) mirror_override(entry, topology, bones, mirror);
    if (mirror.is_full()) return;
    binding.weight_maps.push_back(std::move(copy));
  }
}

bool has_usable_prefixes(const Reporter& at, const MirrorX& mirror) {
  const std::string_view from = mirror.prefix_from.value;
  const std::string_view to = mirror.prefix_to.value;
  constexpr std::string_view help =
      "items whose ids begin with prefix_from are mirrored; in their mirrored ids prefix_to "
      "replaces it";
  if (from.empty()) {
    at.report(Code::WrongMirrorPrefixes, mirror.prefix_from.node, "prefix_from is empty")
        .help(std::string(help));
  }
  if (to.empty()) {
    at.report(Code::WrongMirrorPrefixes, mirror.prefix_to.node, "prefix_to is empty")
        .help(std::string(help));
  }
  if (from == to && !from.empty()) {
    at.report(Code::WrongMirrorPrefixes, mirror.prefix_to.node,
              "prefix_from and prefix_to are the same")
        .help(std::string(help));
  }
  return !from.empty() && !to.empty() && from != to;
}

// A reference to an item that was not mirrored is not a separate mistake.
void expect_lost_names(Document& document) {
  for (Mesh& mesh : document.meshes) mesh.incomplete_primitives = true;
  for (Armature& armature : document.armatures) armature.incomplete_bones = true;
  document.incomplete.anchors = true;
}

}  // namespace

std::string swap_prefix(const MirrorX& mirror, std::string_view id) {
  const std::string_view from = mirror.prefix_from.value;
  const std::string_view to = mirror.prefix_to.value;
  if (id.starts_with(from)) return std::string(to).append(id.substr(from.size()));
  if (id.starts_with(to)) return std::string(from).append(id.substr(to.size()));
  return std::string(id);
}

void expand_symmetry(const Reporter& at, Document& document, std::size_t& names_left) {
  if (!document.mirror_x || !has_usable_prefixes(at, *document.mirror_x)) return;
  at.diagnostics.expect_mirrored();
  Mirror mirror(*document.mirror_x, document, names_left);
  for (Armature& armature : document.armatures) {
    append_mirrored(armature.bones, mirror, [&](Bone& bone) { mirror_bone(bone, mirror); });
  }
  const PrimitivesById primitives(document.meshes);
  const BonesById bones(document.armatures);
  for (Binding& binding : document.bindings) {
    const Names& of_armature = bones.of(binding.armature.id);
    mirror_weights(binding, primitives, of_armature, mirror);
    mirror_weight_maps(binding, primitives, of_armature, mirror);
  }
  for (Mesh& mesh : document.meshes) mirror_primitives(at, mesh, mirror);
  append_mirrored(document.anchors, mirror, [](Anchor& anchor) { negate_x(anchor.translation); });
  append_mirrored(document.instances, mirror, [&](Instance& instance) {
    for (Reference& anchor : instance.attach3.to) anchor.id = mirror.renamed(anchor.id);
  });
  if (!mirror.is_full()) return;
  at.report(Code::LimitExceeded, document.mirror_x->prefix_to.node,
            "the names created by symmetry exceed {} MiB in total", max_made_names >> 20);
  expect_lost_names(document);
}

void expand_symmetry(Draft& draft, Diagnostics& diagnostics) {
  for (Asset* asset : draft.assets) {
    expand_symmetry(draft.assembly.reporter(*asset, diagnostics), asset->document,
                    draft.budget.made_names);
  }
}

}  // namespace rigy::analysis

#include "source_map/source_map.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>

#include "diagnostics/render_json.hpp"
#include "document/members.hpp"
#include "document/primitive_types.hpp"
#include "placement/frame.hpp"
#include "shapes/topology.hpp"
#include "text/json_writer.hpp"
#include "text/lines.hpp"

namespace rigy::tools {
namespace {

// Just after the last thing written in a node.
Position end_of(const Tree& tree, NodeId id) {
  const auto starts_with_key = [&](NodeId node) {
    return tree[node].size > 0 && tree[node + 1].start == tree[node].start;
  };
  const Node& whole = tree[id];
  if (whole.kind != NodeKind::Mapping || !starts_with_key(id)) return whole.end;
  Position end = whole.start;
  for (NodeId node = id + 1; node < whole.after; ++node) {
    const Node& part = tree[node];
    const bool is_block = part.kind == NodeKind::Sequence ||
                          (part.kind == NodeKind::Mapping && starts_with_key(node));
    if (!is_block) end = std::max(end, part.end);
  }
  return end;
}

class SourceMapWriter {
 public:
  SourceMapWriter(const Scene& scene, const NodeNumbers& numbers)
      : scene_(scene),
        assembly_(*scene.assembly),
        numbers_(numbers),
        lines_(assembly_.sources.size()) {}

  std::string write();

 private:
  void write_mesh(const StoredMesh& mesh);
  void write_part(const StoredMesh& mesh, const ScenePart& part);
  void write_primitive(const Asset& asset, const Primitive& primitive, std::size_t first_vertex,
                       std::size_t first_index);
  void write_armatures();
  void write_bone(const Asset& asset, const Bone& bone);
  void write_skins();
  void write_pose(const Asset& asset, const Pose& pose);
  void write_anchor(const Asset& asset, const Anchor& anchor);
  void write_document();
  void write_instance(const Instance& instance, std::uint32_t node);
  void write_child(const RigsChild& child, std::uint32_t node);
  void write_slot(const RigsChild& child);
  void write_place(const ImportingFile& file, NodeId node);

  void string(std::string_view key, std::string_view text) {
    json_.key(key);
    json_.string(text);
  }
  void number(std::string_view key, std::size_t value) {
    json_.key(key);
    json_.number(value);
  }
  void boolean(std::string_view key, bool value) {
    json_.key(key);
    json_.boolean(value);
  }
  void numbers(std::string_view key, std::span<const double> values) {
    json_.key(key);
    json_.begin_array();
    for (const double value : values) json_.real(value);
    json_.end_array();
  }
  // Ids and references are written by other means.
  void write_member(std::string_view, const Text&) {}
  void write_member(std::string_view, const Reference&) {}
  void write_member(std::string_view name, const Point& value) { point(name, value.value); }
  void write_member(std::string_view name, double value) {
    json_.key(name);
    json_.real(value);
  }
  void point(std::string_view key, const Vec3& value) {
    const std::array<double, 3> values{value.x, value.y, value.z};
    numbers(key, values);
  }
  void ids(std::string_view key, std::span<const Reference> references) {
    json_.key(key);
    json_.begin_array();
    for (const Reference& one : references) json_.string(one.id);
    json_.end_array();
  }
  // An object for each group of the scene that stands for an Object of the entry.
  template <class Object, class Write>
  void groups(std::string_view key, const Write& write) {
    json_.key(key);
    json_.begin_array();
    for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      const auto* const* object = std::get_if<const Object*>(&scene_.nodes[i].object);
      // Instances that lie in something are written in other files.
      const bool is_elsewhere =
          std::is_same_v<Object, Instance> && scene_.nodes[i].parent != no_index;
      if (object == nullptr || is_elsewhere) continue;
      json_.begin_object();
      write(**object, numbers_.of(i));
      json_.end_object();
    }
    json_.end_array();
  }
  template <class Items, class Write>
  void list(std::string_view key, const Items& items, const Write& write) {
    json_.key(key);
    json_.begin_array();
    for (const auto& item : items) {
      json_.begin_object();
      write(item);
      json_.end_object();
    }
    json_.end_array();
  }

  const Scene& scene_;
  const Assembly& assembly_;
  const NodeNumbers& numbers_;
  std::vector<std::optional<LineIndex>> lines_;
  std::unordered_map<const Armature*, std::size_t> armatures_;
  JsonWriter json_;
};

std::string SourceMapWriter::write() {
  json_.begin_object();
  list("meshes", scene_.meshes, [&](const StoredMesh& mesh) { write_mesh(mesh); });
  write_armatures();
  write_skins();
  write_document();
  json_.end_object();
  return json_.take() + "\n";
}

// Poses, anchors and instances, which only an asset has, and children, which only a scene has.
void SourceMapWriter::write_document() {
  static const Document no_document;
  const Asset* root = scene_.asset;
  const Document& document = root == nullptr ? no_document : root->document;
  list("poses", document.poses, [&](const Pose& pose) { write_pose(*root, pose); });
  list("anchors", document.anchors, [&](const Anchor& anchor) { write_anchor(*root, anchor); });
  groups<Instance>("instances", [&](const Instance& instance, std::uint32_t node) {
    write_instance(instance, node);
  });
  groups<RigsChild>("children",
                    [&](const RigsChild& child, std::uint32_t node) { write_child(child, node); });
}

// With the anchors that an editor moves to move it.
void SourceMapWriter::write_instance(const Instance& instance, std::uint32_t node) {
  const Attach3& attach3 = instance.attach3;
  string("id", instance.id.value);
  boolean("mirrored", instance.origin.is_mirrored());
  string("base", instance.import.given() ? instance.import.id : instance.mesh.id);
  number("node", node);
  json_.key("mode");
  if (attach3.given()) {
    json_.string(word_for(*attach3.mode));
  } else {
    json_.null();
  }
  ids("to",
      attach3.given() ? std::span<const Reference>(attach3.to) : std::span<const Reference>());
  write_place(*scene_.asset, instance.origin.node);
}

// The frame that it stands on, in the space of its parent, column by column.
void SourceMapWriter::write_slot(const RigsChild& child) {
  const RigsFile& scene = *assembly_.rigs;
  const std::vector<RigsChild>& children = scene.document.children;
  const Reference& base =
      child.parent == no_index ? scene.document.base : children[child.parent].base;
  const Document& owner = scene.imports[base.index]->document;
  const Frame3 frame = frame_of(*points_of(child.place.slot.anchors, owner));
  const Vec3 x = frame.axes.column(0);
  const Vec3 y = frame.axes.column(1);
  const Vec3 z = frame.axes.column(2);
  const Vec3& o = frame.origin;
  const std::array<double, 16> matrix{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0,
                                      z.x, z.y, z.z, 0, o.x, o.y, o.z, 1};
  numbers("slot", matrix);
}

// With what an editor needs to move it.
void SourceMapWriter::write_child(const RigsChild& child, std::uint32_t node) {
  const RigsFile& scene = *assembly_.rigs;
  const RigsPlace& place = child.place;
  string("id", child.id.value);
  string("base", child.base.id);
  json_.key("parent");
  if (child.parent == no_index) {
    json_.null();
  } else {
    json_.number(child.parent);
  }
  number("node", node);
  number("rotate", 90 * static_cast<std::size_t>(*place.rotate));
  point("nudge", {place.nudge->east, place.nudge->up, place.nudge->north});
  write_slot(child);
  write_place(scene, child.node);
  json_.key("place");
  json_.begin_object();
  write_place(scene, place.node);
  json_.end_object();
}

void SourceMapWriter::write_mesh(const StoredMesh& mesh) {
  string("id", mesh.mesh->id.value);
  json_.key("solver");
  if (mesh.binding == nullptr) {
    json_.null();
  } else {
    const Solver solver = mesh.binding->solver.value_or(mesh.asset->document.solver);
    json_.string(word_for(solver));
  }
  write_place(*mesh.asset, mesh.mesh->node);
  json_.key("primitives");
  json_.begin_array();
  for (const ScenePart& part : mesh.parts()) write_part(mesh, part);
  json_.end_array();
}

void SourceMapWriter::write_part(const StoredMesh& mesh, const ScenePart& part) {
  std::size_t first_vertex = 0;
  std::size_t first_index = 0;
  const std::span primitives(mesh.mesh->primitives);
  for (const Primitive& primitive :
       primitives.subspan(part.first_primitive, part.primitive_count)) {
    json_.begin_object();
    write_primitive(*mesh.asset, primitive, first_vertex, first_index);
    json_.end_object();
    const Topology& topology = *topology_of(primitive);
    first_vertex += topology.vertex_count;
    first_index += topology.index_count();
  }
}

void SourceMapWriter::write_primitive(const Asset& asset, const Primitive& primitive,
                                      std::size_t first_vertex, std::size_t first_index) {
  const Topology& topology = *topology_of(primitive);
  string("id", primitive.id.value);
  string("type", info_of(*primitive.type).name);
  boolean("mirrored", primitive.origin.is_mirrored());
  number("first_vertex", first_vertex);
  number("vertex_count", topology.vertex_count);
  number("first_index", first_index);
  number("index_count", topology.index_count());
  // Their names until 0.13, which go away in 0.14.
  number("firstVertex", first_vertex);
  number("vertexCount", topology.vertex_count);
  number("firstIndex", first_index);
  number("indexCount", topology.index_count());
  write_place(asset, primitive.origin.node);
}

// Every armature of every asset, even if nothing is bound to it.
void SourceMapWriter::write_armatures() {
  json_.key("armatures");
  json_.begin_array();
  for (const auto& asset : assembly_.assets) {
    for (const Armature& armature : asset->document.armatures) {
      armatures_.emplace(&armature, armatures_.size());
      json_.begin_object();
      string("id", armature.id.value);
      boolean("imported", asset.get() != assembly_.root());
      write_place(*asset, armature.node);
      list("bones", armature.bones, [&](const Bone& bone) { write_bone(*asset, bone); });
      json_.end_object();
    }
  }
  json_.end_array();
}

void SourceMapWriter::write_bone(const Asset& asset, const Bone& bone) {
  string("id", bone.id.value);
  json_.key("parent");
  if (bone.is_root()) {
    json_.null();
  } else {
    json_.number(bone.parent.index);
  }
  boolean("mirrored", bone.origin.is_mirrored());
  BoneMembers::each(
      bone, [this](const Field& field, const auto& value) { write_member(field.name, value); });
  write_place(asset, bone.origin.node);
}

void SourceMapWriter::write_skins() {
  json_.key("skins");
  json_.begin_array();
  for (const SceneNode& node : scene_.nodes) {
    if (!scene_.is_skinned(node)) continue;
    json_.begin_object();
    number("armature", armatures_.at(&scene_.armature_of(node)));
    json_.end_object();
  }
  json_.end_array();
}

void SourceMapWriter::write_pose(const Asset& asset, const Pose& pose) {
  string("id", pose.id.value);
  write_place(asset, pose.node);
  list("bones", pose.bones, [&](const PoseBone& entry) {
    string("id", entry.bone.value);
    numbers("rotation", entry.rotation);
    point("translation", entry.translation.value);
  });
}

void SourceMapWriter::write_anchor(const Asset& asset, const Anchor& anchor) {
  string("id", anchor.id.value);
  boolean("mirrored", anchor.origin.is_mirrored());
  point("translation", anchor.translation.value);
  write_place(asset, anchor.origin.node);
}

void SourceMapWriter::write_place(const ImportingFile& file, NodeId node) {
  const Source& source = *file.source;
  std::optional<LineIndex>& lines = lines_[assembly_.number_of(source)];
  if (!lines) lines.emplace(source.text);
  const Position start = file.tree[node].start;
  const Position end = end_of(file.tree, node);
  Place place;
  place.file = source.name;
  place.start = start;
  place.end = end;
  place.start_utf16 = lines->utf16_column(start.line, start.column);
  place.end_utf16 = lines->utf16_column(end.line, end.column);
  language::write_place(json_, place);
}

}  // namespace

std::string source_map_json(const Scene& scene, const NodeNumbers& numbers) {
  return SourceMapWriter(scene, numbers).write();
}

}  // namespace rigy::tools

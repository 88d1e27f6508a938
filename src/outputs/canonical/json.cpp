#include "canonical/json.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "canonical/size.hpp"
#include "common/limits.hpp"
#include "text/json_text.hpp"
#include "text/json_writer.hpp"

namespace rigy::outputs {
namespace {

constexpr int mode_triangles = 4;

// What is asked between elements of the long arrays.
struct Progress {
  std::uint64_t max_size;
  const TextSink& sink;
  // If the text is only counted: of what is not even written.
  std::uint64_t* skipped = nullptr;

  // False if the text is too long already. What fills a cache is handed over.
  [[nodiscard]] bool goes_on(JsonWriter& json) const {
    constexpr std::size_t piece_size = 256u << 10;
    if (json.size() + (skipped != nullptr ? *skipped : 0) > max_size) return false;
    if (sink && json.kept_size() >= piece_size) json.hand_over(sink);
    return true;
  }
};

void write_field(JsonWriter& json, std::string_view name, std::uint64_t value) {
  json.key(name);
  json.number(value);
}

void write_field(JsonWriter& json, std::string_view name, std::string_view value) {
  json.key(name);
  json.ascii_string(value);
}

void write_field(JsonWriter& json, std::string_view name, const Vec3& value) {
  json.key(name);
  json.begin_array();
  json.real(value.x);
  json.real(value.y);
  json.real(value.z);
  json.end_array();
}

void write_field(JsonWriter& json, std::string_view name,
                 const std::vector<std::uint32_t>& values) {
  json.key(name);
  json.begin_array();
  for (const std::uint32_t value : values) json.number(value);
  json.end_array();
}

void write_accessor(JsonWriter& json, std::size_t number, const Block& block,
                    const Bounds* bounds) {
  const BlockFormat& format = format_of(block.content);
  json.begin_object();
  write_field(json, "bufferView", number);
  write_field(json, "byteOffset", 0);
  write_field(json, "componentType", static_cast<std::uint64_t>(format.component_type));
  json.key("normalized");
  json.boolean(false);
  write_field(json, "count", block.count);
  write_field(json, "type", format.type);
  if (bounds != nullptr) {
    write_field(json, "max", bounds->max);
    write_field(json, "min", bounds->min);
  }
  json.end_object();
}

void write_accessors(JsonWriter& json, const Layout& layout, const std::vector<Bounds>& bounds,
                     const Progress& progress) {
  json.key("accessors");
  json.begin_array();
  auto of_part = bounds.begin();
  for (std::size_t i = 0; i < layout.blocks.size(); ++i) {
    if (!progress.goes_on(json)) return;
    const Block& block = layout.blocks[i];
    const bool has_bounds = block.content == Content::Positions;
    write_accessor(json, i, block, has_bounds ? &*of_part++ : nullptr);
  }
  json.end_array();
}

void write_views(JsonWriter& json, const Layout& layout, const Progress& progress) {
  json.key("bufferViews");
  json.begin_array();
  for (const Block& block : layout.blocks) {
    if (!progress.goes_on(json)) return;
    const Target target = format_of(block.content).target;
    json.begin_object();
    write_field(json, "buffer", 0);
    write_field(json, "byteOffset", block.offset);
    write_field(json, "byteLength", block.size());
    if (target != Target::None) write_field(json, "target", static_cast<std::uint64_t>(target));
    json.end_object();
  }
  json.end_array();
}

void write_material(JsonWriter& json, const NamedMaterial& material) {
  json.begin_object();
  json.key("pbrMetallicRoughness");
  json.begin_object();
  json.key("baseColorFactor");
  json.begin_array();
  for (const float component : material.base_color) json.six_decimals(component);
  json.end_array();
  json.key("metallicFactor");
  json.real(0);
  json.key("roughnessFactor");
  json.real(1);
  json.end_object();
  write_field(json, "emissiveFactor", Vec3{});
  write_field(json, "alphaMode", material.base_color[3] == 1 ? "OPAQUE" : "BLEND");
  json.key("doubleSided");
  json.boolean(false);
  write_field(json, "name", material.name);
  json.end_object();
}

void write_extras(JsonWriter& json, const ScenePart& part) {
  if (part.id.empty() && part.tags == nullptr) return;
  json.key("extras");
  json.begin_object();
  if (!part.id.empty()) write_field(json, "rigy_id", part.id);
  if (part.tags != nullptr) {
    json.key("rigy_tags");
    json.begin_array();
    for (const std::string_view tag : *part.tags) json.ascii_string(tag);
    json.end_array();
  }
  json.end_object();
}

void write_attribute(JsonWriter& json, const Block& block, std::uint32_t number) {
  const std::string_view attribute = format_of(block.content).attribute;
  if (attribute.empty()) return;
  if (block.content == Content::TexCoords) {
    write_field(json, fmt::format("{}{}", attribute, block.uv_set), number);
  } else {
    write_field(json, attribute, number);
  }
}

void write_attributes(JsonWriter& json, BlockRange range, const Layout& layout) {
  // The canonical files name these two before joints and weights, any others after them.
  constexpr std::uint32_t early_uv_sets = 2;
  json.key("attributes");
  json.begin_object();
  for (const bool late : {false, true}) {
    for (std::uint32_t number = range.begin; number < range.end; ++number) {
      const Block& block = layout.blocks[number];
      if ((block.uv_set >= early_uv_sets) == late) write_attribute(json, block, number);
    }
  }
  json.end_object();
}

void write_part(JsonWriter& json, const ScenePart& part, std::uint32_t material, BlockRange range,
                const Layout& layout) {
  json.begin_object();
  write_extras(json, part);
  write_attributes(json, range, layout);
  write_field(json, "indices", layout.find(range, Content::Indices));
  write_field(json, "mode", mode_triangles);
  if (material != no_index) write_field(json, "material", material);
  json.end_object();
}

void write_mesh(JsonWriter& json, const StoredMesh& mesh, const PlannedScene& planned,
                const Layout& layout) {
  json.begin_object();
  json.key("primitives");
  json.begin_array();
  std::size_t number = mesh.first_part;
  for (const ScenePart& part : mesh.parts()) {
    write_part(json, part, planned.materials.number_of(part), layout.parts[number++], layout);
  }
  json.end_array();
  write_field(json, "name", mesh_name(planned.scene, mesh));
  json.end_object();
}

void write_matrix(JsonWriter& json, const Affine& matrix) {
  json.key("matrix");
  json.begin_array();
  for (std::size_t column = 0; column < 3; ++column) {
    const Vec3 v = matrix.linear.column(column);
    for (const double element : {v.x, v.y, v.z, 0.0}) json.real(element);
  }
  const Vec3& t = matrix.translation;
  for (const double element : {t.x, t.y, t.z, 1.0}) json.real(element);
  json.end_array();
}

// The texts of an armature's bones that are the same for every mesh bound to it. Between the two
// are the children, if there are any, and the prefix of the name.
struct BoneTexts {
  std::vector<std::string> begin;  // {"translation":[…],
  std::vector<std::string> end;    // the escaped name and "}
  std::uint64_t size = 0;          // of all

  BoneTexts(const std::vector<Bone>& bones, const Affine* baked, bool with_translations) {
    const auto head = [baked](const Bone& bone) {
      return baked != nullptr ? (*baked)(bone.head.value) : bone.head.value;
    };
    for (const Bone& bone : bones) {
      JsonWriter json("{");
      if (with_translations) {
        write_field(json, "translation",
                    bone.is_root() ? head(bone) : head(bone) - head(bones[bone.parent.index]));
        json.more_text(",");
      }
      begin.push_back(json.take());
      std::string name;
      append_json_string_ascii(name, bone.id.value);
      end.push_back(name.substr(1) + '}');
      size += begin.back().size() + end.back().size();
    }
  }
};

// Writes the nodes of a scene in their order.
class NodeWriter {
 public:
  NodeWriter(JsonWriter& json, const Scene& scene, const NodeNumbers& numbers,
             const Progress& progress)
      : json_(json), scene_(scene), numbers_(numbers), progress_(progress), names_(scene) {}

  void write(std::uint32_t number) {
    names_.enter(number);
    const SceneNode& node = scene_.nodes[number];
    if (node.kind == SceneNodeKind::Group) write_group(number);
    if (node.stored != no_index) write_mesh_node(node);
    if (node.armature != no_index) write_bones(number);
  }

 private:
  void write_name() {
    name_.assign(names_.prefix()).append(names_.own());
    write_field(json_, "name", name_);
  }

  void write_group(std::uint32_t number) {
    const SceneNode& group = scene_.nodes[number];
    const std::vector<std::uint32_t> children = numbers_.children_of(number);
    json_.begin_object();
    if (!children.empty()) write_field(json_, "children", children);
    if (group.transform != nullptr) write_matrix(json_, *group.transform);
    write_name();
    json_.end_object();
  }

  void write_mesh_node(const SceneNode& node) {
    json_.begin_object();
    write_field(json_, "mesh", node.stored);
    if (scene_.is_skinned(node)) write_field(json_, "skin", skin_count_++);
    write_name();
    json_.end_object();
  }

  void write_bones(std::uint32_t number) {
    const SceneNode& node = scene_.nodes[number];
    const Armature& armature = scene_.armature_of(node);
    const BoneNumbers bones = numbers_.bones_of(number);
    const bool with_translations = !scene_.is_posed();
    if (bones.has_common_root()) write_common_root(armature, bones);
    if (const Affine* baked = scene_.baked_into(node)) {
      write_bones(bones, BoneTexts(armature.bones, baked, with_translations));
    } else {
      write_bones(
          bones,
          shared_.try_emplace(&armature, armature.bones, nullptr, with_translations).first->second);
    }
  }

  void write_common_root(const Armature& armature, const BoneNumbers& bones) {
    json_.begin_object();
    json_.key("children");
    json_.begin_array();
    for (const std::uint32_t root : bones.tree->roots) json_.number(bones.first + root);
    json_.end_array();
    name_.assign(names_.prefix()).append(name_or_id(armature.name, armature.id));
    write_field(json_, "name", name_);
    json_.end_object();
  }

  void write_bones(const BoneNumbers& bones, const BoneTexts& texts) {
    const BoneTree& tree = *bones.tree;
    std::string name = "\"name\":";
    append_json_string_ascii(name, names_.prefix());
    name.pop_back();  // the name goes on
    if (progress_.skipped != nullptr) return count_bones(bones, texts, name.size());
    const std::string children_end = "]," + name;
    for (std::size_t i = 0; i < texts.begin.size(); ++i) {
      if (!progress_.goes_on(json_)) return;
      json_.text(texts.begin[i]);
      const std::uint32_t first = tree.first_child[i];
      const std::uint32_t last = tree.first_child[i + 1];
      if (first < last) {
        json_.more_text("\"children\":[");
        for (std::uint32_t child = first; child < last; ++child) {
          if (child > first) json_.more_text(",");
          json_.more_number(bones.first + tree.children[child]);
        }
      }
      json_.more_text(first < last ? children_end : name);
      json_.more_text(texts.end[i]);
    }
  }

  // What follows counts, but is not written.
  void count_bones(const BoneNumbers& bones, const BoneTexts& texts, std::size_t name_size) {
    const BoneTree& tree = *bones.tree;
    const std::size_t count = texts.begin.size();
    if (count == 0) return;
    std::uint64_t parents = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (tree.first_child[i] < tree.first_child[i + 1]) ++parents;
    }
    std::uint64_t numbers = digits_of(bones.first, count);
    for (const std::uint32_t root : tree.roots) numbers -= digits_of(bones.first + root, 1);
    // Of the children: the key, a comma before all but the first, and the bracket and comma after.
    const std::uint64_t lists = parents * std::string_view("\"children\":[],").size() +
                                (tree.children.size() - parents) + numbers;
    json_.text("");  // with a comma if one is due
    *progress_.skipped += (count - 1) + texts.size + count * name_size + lists;
  }

  JsonWriter& json_;
  const Scene& scene_;
  const NodeNumbers& numbers_;
  const Progress& progress_;
  NodeNames names_;
  std::string name_;
  std::uint64_t skin_count_ = 0;
  std::unordered_map<const Armature*, BoneTexts> shared_;
};

// At least as long as the texts of all nodes and skins: growing a large text would copy it.
std::size_t longest_nodes_text(const SceneSize& size) {
  constexpr std::size_t of_node = 400 + 11;  // with a matrix, and as a child
  constexpr std::size_t of_bone = 120;       // three numbers, two references and the keys
  return static_cast<std::size_t>(of_node * size.nodes + of_bone * size.bones + size.name_bytes);
}

void write_nodes(JsonWriter& json, const Scene& scene, const NodeNumbers& numbers,
                 const Progress& progress) {
  NodeWriter writer(json, scene, numbers, progress);
  json.key("nodes");
  json.begin_array();
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (!progress.goes_on(json)) return;
    writer.write(i);
  }
  json.end_array();
}

void write_skin(JsonWriter& json, const Layout& layout, std::uint32_t mesh,
                const BoneNumbers& bones, std::string_view name, const Progress& progress) {
  json.begin_object();
  write_field(json, "inverseBindMatrices", layout.find(layout.meshes[mesh], Content::InverseBinds));
  write_field(json, "skeleton", bones.skeleton);
  json.key("joints");
  json.begin_array();
  const std::size_t count = bones.tree->first_child.size() - 1;
  if (progress.skipped != nullptr) {
    *progress.skipped += digits_of(bones.first, count) + (count == 0 ? 0 : count - 1);
  } else {
    for (std::size_t i = 0; i < count; ++i) json.number(bones.first + i);
  }
  json.end_array();
  write_field(json, "name", name);
  json.end_object();
}

void write_skins(JsonWriter& json, const Scene& scene, const NodeNumbers& numbers,
                 const Layout& layout, const Progress& progress) {
  NodeNames names(scene);
  json.key("skins");
  json.begin_array();
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    names.enter(i);
    if (!scene.is_skinned(scene.nodes[i])) continue;
    if (!progress.goes_on(json)) return;
    const std::uint32_t mesh = scene.nodes[i].stored;
    write_skin(json, layout, mesh, numbers.bones_of(i), skin_name(scene, names, scene.meshes[mesh]),
               progress);
  }
  json.end_array();
}

// An array that is written only if it has elements.
template <class Element, class Write>
void write_array(JsonWriter& json, std::string_view key, const std::vector<Element>& elements,
                 const Progress& progress, Write write) {
  if (elements.empty()) return;
  json.key(key);
  json.begin_array();
  for (const Element& element : elements) {
    if (!progress.goes_on(json)) return;
    write(element);
  }
  json.end_array();
}

void write_asset(JsonWriter& json) {
  json.key("asset");
  json.begin_object();
  // The canonical bytes carry this name.
  write_field(json, "generator", "pygltflib@v1.16.5");
  write_field(json, "version", "2.0");
  json.end_object();
}

void write_buffers(JsonWriter& json, const Layout& layout) {
  json.key("buffers");
  json.begin_array();
  json.begin_object();
  write_field(json, "byteLength", layout.size);
  json.end_object();
  json.end_array();
}

void write_scenes(JsonWriter& json, const std::vector<std::uint32_t>& roots) {
  write_field(json, "scene", 0);
  json.key("scenes");
  json.begin_array();
  json.begin_object();
  if (!roots.empty()) write_field(json, "nodes", roots);
  json.end_object();
  json.end_array();
}

std::size_t expected_size(const SceneSize& scene) {
  constexpr std::size_t of_part = 2000;
  const auto parts = static_cast<std::size_t>(of_part * (1 + scene.parts));
  return std::min<std::size_t>(parts + longest_nodes_text(scene), max_output_size);
}

void write_all(JsonWriter& json, const PlannedScene& planned, const NodeNumbers& numbers,
               const Layout& layout, const std::vector<Bounds>& bounds, const Progress& progress) {
  const Scene& scene = planned.scene;
  const bool has_meshes = !scene.meshes.empty();
  const bool has_nodes = planned.size.nodes + planned.size.bones > 0;
  json.begin_object();
  if (has_meshes) write_accessors(json, layout, bounds, progress);
  write_asset(json);
  if (has_meshes) write_views(json, layout, progress);
  if (has_meshes) write_buffers(json, layout);
  write_array(json, "materials", planned.materials.list, progress,
              [&](const NamedMaterial& material) { write_material(json, material); });
  write_array(json, "meshes", scene.meshes, progress,
              [&](const StoredMesh& mesh) { write_mesh(json, mesh, planned, layout); });
  if (has_nodes) write_nodes(json, scene, numbers, progress);
  write_scenes(json, numbers.children_of(no_index));
  if (planned.size.skins > 0) write_skins(json, scene, numbers, layout, progress);
  json.end_object();
}

}  // namespace

void append_gltf_json(std::string& out, const PlannedScene& planned, const NodeNumbers& numbers,
                      const Layout& layout, const std::vector<Bounds>& bounds,
                      std::uint64_t max_size, const TextSink& sink) {
  if (!sink) out.reserve(out.size() + expected_size(planned.size));
  JsonWriter json(std::move(out));
  write_all(json, planned, numbers, layout, bounds, {max_size, sink});
  out = json.take();
}

std::uint64_t gltf_json_size(const PlannedScene& planned, const NodeNumbers& numbers,
                             const Layout& layout, const std::vector<Bounds>& bounds,
                             std::uint64_t max_size) {
  const TextSink nowhere = [](std::string_view) {};
  std::uint64_t skipped = 0;
  JsonWriter json;
  write_all(json, planned, numbers, layout, bounds, {max_size, nowhere, &skipped});
  return json.size() + skipped;
}

}  // namespace rigy::outputs

#include "canonical/json.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "text/json_text.hpp"
#include "text/json_writer.hpp"

namespace rigy::outputs {
namespace {

constexpr int mode_triangles = 4;

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

void write_accessors(JsonWriter& json, const Layout& layout, const std::vector<Bounds>& bounds) {
  json.key("accessors");
  json.begin_array();
  auto of_part = bounds.begin();
  for (std::size_t i = 0; i < layout.blocks.size(); ++i) {
    const Block& block = layout.blocks[i];
    const bool has_bounds = block.content == Content::Positions;
    write_accessor(json, i, block, has_bounds ? &*of_part++ : nullptr);
  }
  json.end_array();
}

void write_views(JsonWriter& json, const Layout& layout) {
  json.key("bufferViews");
  json.begin_array();
  for (const Block& block : layout.blocks) {
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

void write_material(JsonWriter& json, const SceneMaterial& material) {
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

void write_part(JsonWriter& json, const ScenePart& part, BlockRange range, const Layout& layout) {
  json.begin_object();
  write_extras(json, part);
  write_attributes(json, range, layout);
  write_field(json, "indices", layout.find(range, Content::Indices));
  write_field(json, "mode", mode_triangles);
  if (part.material != no_index) write_field(json, "material", part.material);
  json.end_object();
}

void write_mesh(JsonWriter& json, const SceneMesh& mesh, const Scene& scene, const Layout& layout) {
  json.begin_object();
  json.key("primitives");
  json.begin_array();
  for (std::uint32_t i = mesh.first_part; i < mesh.first_part + mesh.part_count; ++i) {
    write_part(json, scene.parts[i], layout.parts[i], layout);
  }
  json.end_array();
  write_field(json, "name", mesh.name);
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

void write_node(JsonWriter& json, const SceneNode& node) {
  json.begin_object();
  if (node.mesh != no_index) write_field(json, "mesh", node.mesh);
  if (node.skin != no_index) write_field(json, "skin", node.skin);
  if (!node.children.empty()) write_field(json, "children", node.children);
  if (node.matrix) write_matrix(json, *node.matrix);
  write_field(json, "name", node.name);
  json.end_object();
}

void write_common_root(JsonWriter& json, const SceneBones& bones) {
  json.begin_object();
  json.key("children");
  json.begin_array();
  for (const std::uint32_t root : bones.tree->roots) json.number(bones.first + root);
  json.end_array();
  write_field(json, "name", bones.common_root);
  json.end_object();
}

// The texts of an armature's bones that are the same for every mesh bound to it. Between the two
// are the children, if there are any, and the prefix of the name.
struct BoneTexts {
  std::vector<std::string> begin;  // {"translation":[…],
  std::vector<std::string> end;    // the escaped name and "}

  BoneTexts(const SceneBones& bones, bool with_translations) {
    const std::vector<Bone>& all = bones.armature->bones;
    const auto head = [&bones](const Bone& bone) {
      return bones.baked ? (*bones.baked)(bone.head.value) : bone.head.value;
    };
    for (const Bone& bone : all) {
      JsonWriter json("{");
      if (with_translations) {
        write_field(json, "translation",
                    bone.is_root() ? head(bone) : head(bone) - head(all[bone.parent.index]));
        json.more_text(",");
      }
      begin.push_back(json.take());
      std::string name;
      append_json_string_ascii(name, bone.id.value);
      end.push_back(name.substr(1) + '}');
    }
  }
};

void write_bones(JsonWriter& json, const SceneBones& bones, const BoneTexts& texts) {
  if (bones.has_common_root()) write_common_root(json, bones);
  const BoneTree& tree = *bones.tree;
  std::string name = "\"name\":";
  append_json_string_ascii(name, bones.prefix);
  name.pop_back();  // the name goes on
  const std::string children_end = "]," + name;
  for (std::size_t i = 0; i < texts.begin.size(); ++i) {
    json.text(texts.begin[i]);
    const std::uint32_t first = tree.first_child[i];
    const std::uint32_t last = tree.first_child[i + 1];
    if (first < last) {
      json.more_text("\"children\":[");
      for (std::uint32_t child = first; child < last; ++child) {
        if (child > first) json.more_text(",");
        json.more_number(bones.first + tree.children[child]);
      }
    }
    json.more_text(first < last ? children_end : name);
    json.more_text(texts.end[i]);
  }
}

// At least as long as the texts of all nodes and skins: growing a large text would copy it.
std::size_t longest_nodes_text(const Scene& scene) {
  constexpr std::size_t of_node = 400;  // with a matrix
  constexpr std::size_t of_bone = 120;  // three numbers, two references and the keys
  std::size_t size = of_node * scene.nodes.size();
  for (const SceneNode& node : scene.nodes) size += node.name.size() + 11 * node.children.size();
  for (const SceneBones& bones : scene.bones) {
    for (const Bone& bone : bones.armature->bones) {
      size += of_bone + bones.prefix.size() + bone.id.value.size();
    }
  }
  return size;
}

void write_nodes(JsonWriter& json, const Scene& scene, std::uint64_t max_size) {
  std::unordered_map<const Armature*, BoneTexts> shared;
  json.key("nodes");
  json.begin_array();
  for (const SceneNode& node : scene.nodes) {
    if (json.size() > max_size) return;
    if (!node.only_bones) write_node(json, node);
    if (node.bones == no_index) continue;
    const SceneBones& bones = scene.bones[node.bones];
    if (bones.baked) {
      write_bones(json, bones, BoneTexts(bones, !scene.posed));
    } else {
      const auto texts = shared.try_emplace(bones.armature, bones, !scene.posed).first;
      write_bones(json, bones, texts->second);
    }
  }
  json.end_array();
}

void write_skin(JsonWriter& json, const SceneSkin& skin, const Layout& layout) {
  json.begin_object();
  write_field(json, "inverseBindMatrices",
              layout.find(layout.meshes[skin.mesh], Content::InverseBinds));
  write_field(json, "skeleton", skin.skeleton);
  json.key("joints");
  json.begin_array();
  for (std::uint32_t i = 0; i < skin.joint_count; ++i) json.number(skin.first_joint + i);
  json.end_array();
  write_field(json, "name", skin.name);
  json.end_object();
}

// An array that is written only if it has elements.
template <class Element, class Write>
void write_array(JsonWriter& json, std::string_view key, const std::vector<Element>& elements,
                 std::uint64_t max_size, Write write) {
  if (elements.empty()) return;
  json.key(key);
  json.begin_array();
  for (const Element& element : elements) {
    if (json.size() > max_size) return;
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

void write_scenes(JsonWriter& json, const Scene& scene) {
  write_field(json, "scene", 0);
  json.key("scenes");
  json.begin_array();
  json.begin_object();
  if (!scene.roots.empty()) write_field(json, "nodes", scene.roots);
  json.end_object();
  json.end_array();
}

std::size_t expected_size(const Scene& scene) {
  constexpr std::size_t of_part = 2000;
  const std::size_t size = of_part * (1 + scene.parts.size()) + longest_nodes_text(scene);
  return std::min<std::size_t>(size, max_output_size);
}

}  // namespace

void append_gltf_json(std::string& out, const Scene& scene, const Layout& layout,
                      const std::vector<Bounds>& bounds, std::uint64_t max_size) {
  out.reserve(out.size() + expected_size(scene));
  const bool has_meshes = !scene.meshes.empty();
  JsonWriter json(std::move(out));
  json.begin_object();
  if (has_meshes) write_accessors(json, layout, bounds);
  write_asset(json);
  if (has_meshes) write_views(json, layout);
  if (has_meshes) write_buffers(json, layout);
  write_array(json, "materials", scene.materials, max_size,
              [&](const SceneMaterial& material) { write_material(json, material); });
  write_array(json, "meshes", scene.meshes, max_size,
              [&](const SceneMesh& mesh) { write_mesh(json, mesh, scene, layout); });
  if (!scene.nodes.empty()) write_nodes(json, scene, max_size);
  write_scenes(json, scene);
  write_array(json, "skins", scene.skins, max_size,
              [&](const SceneSkin& skin) { write_skin(json, skin, layout); });
  json.end_object();
  out = json.take();
}

}  // namespace rigy::outputs

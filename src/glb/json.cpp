#include "glb/json.hpp"

#include <algorithm>
#include <concepts>
#include <string_view>
#include <unordered_map>

#include "base/json_text.hpp"
#include "base/limits.hpp"
#include "glb/number_text.hpp"

namespace rigy {
namespace {

constexpr int type_float = 5126;
constexpr int type_uint32 = 5125;
constexpr int type_uint16 = 5123;
constexpr int target_vertices = 34962;
constexpr int target_indices = 34963;
constexpr int mode_triangles = 4;

// The writer knows commas and quotes and nothing else; the order of calls is the order of keys.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    first_ = false;
  }
  void key(std::string_view name) {
    separate();
    out_ += '"';
    out_ += name;
    out_ += "\":";
    first_ = true;
  }
  void integer(std::uint64_t value) {
    separate();
    append_integer(out_, value);
  }
  void number(double value) {
    separate();
    append_number(out_, value);
  }
  void six_decimals(float value) {
    separate();
    append_six_decimals(out_, value);
  }
  void text(std::string_view value) {
    separate();
    append_json_string_ascii(out_, value);
  }
  void literal(std::string_view value) {
    separate();
    out_ += value;
  }
  // Text that brings its own commas.
  void raw(std::string_view text) { out_ += text; }
  void raw_integer(std::uint64_t value) { append_integer(out_, value); }

  void field(std::string_view name, std::integral auto value) {
    key(name);
    integer(static_cast<std::uint64_t>(value));
  }
  void field(std::string_view name, std::string_view value) {
    key(name);
    text(value);
  }
  void field(std::string_view name, const Vec3& value) {
    key(name);
    open('[');
    number(value.x);
    number(value.y);
    number(value.z);
    close(']');
  }
  void field(std::string_view name, const std::vector<std::uint32_t>& values) {
    key(name);
    open('[');
    for (const std::uint32_t value : values) integer(value);
    close(']');
  }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;
};

void write_accessor(JsonWriter& json, const Block& block, int component_type, std::uint64_t count,
                    std::string_view type, const Bounds* bounds = nullptr) {
  json.open('{');
  json.field("bufferView", block.accessor);
  json.field("byteOffset", 0);
  json.field("componentType", component_type);
  json.key("normalized");
  json.literal("false");
  json.field("count", count);
  json.field("type", type);
  if (bounds != nullptr) {
    json.field("max", bounds->max);
    json.field("min", bounds->min);
  }
  json.close('}');
}

void write_accessors(JsonWriter& json, const Scene& scene, const Layout& layout,
                     const std::vector<Bounds>& bounds) {
  json.key("accessors");
  json.open('[');
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    const SceneMesh& mesh = scene.meshes[i];
    const MeshLayout& blocks = layout.meshes[i];
    write_accessor(json, blocks.positions, type_float, mesh.vertex_count, "VEC3", &bounds[i]);
    write_accessor(json, blocks.normals, type_float, mesh.vertex_count, "VEC3");
    write_accessor(json, blocks.indices, type_uint32, mesh.index_count, "SCALAR");
    if (!mesh.skinned) continue;
    write_accessor(json, blocks.joints, type_uint16, mesh.vertex_count, "VEC4");
    write_accessor(json, blocks.weights, type_float, mesh.vertex_count, "VEC4");
    write_accessor(json, blocks.inverse_binds, type_float, blocks.inverse_binds.size / 64, "MAT4");
  }
  json.close(']');
}

void write_view(JsonWriter& json, const Block& block, int target) {
  json.open('{');
  json.field("buffer", 0);
  json.field("byteOffset", block.offset);
  json.field("byteLength", block.size);
  if (target != 0) json.field("target", target);
  json.close('}');
}

void write_views(JsonWriter& json, const Scene& scene, const Layout& layout) {
  json.key("bufferViews");
  json.open('[');
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    const MeshLayout& blocks = layout.meshes[i];
    write_view(json, blocks.positions, target_vertices);
    write_view(json, blocks.normals, target_vertices);
    write_view(json, blocks.indices, target_indices);
    if (!scene.meshes[i].skinned) continue;
    write_view(json, blocks.joints, target_vertices);
    write_view(json, blocks.weights, target_vertices);
    write_view(json, blocks.inverse_binds, 0);
  }
  json.close(']');
}

void write_material(JsonWriter& json, const SceneMaterial& material) {
  json.open('{');
  json.key("pbrMetallicRoughness");
  json.open('{');
  json.key("baseColorFactor");
  json.open('[');
  for (const float component : material.base_color) json.six_decimals(component);
  json.close(']');
  json.key("metallicFactor");
  json.number(0);
  json.key("roughnessFactor");
  json.number(1);
  json.close('}');
  json.field("emissiveFactor", Vec3{});
  json.field("alphaMode", material.base_color[3] == 1 ? "OPAQUE" : "BLEND");
  json.key("doubleSided");
  json.literal("false");
  json.field("name", material.name);
  json.close('}');
}

void write_mesh(JsonWriter& json, const SceneMesh& mesh, const MeshLayout& blocks) {
  json.open('{');
  json.key("primitives");
  json.open('[');
  json.open('{');
  json.key("attributes");
  json.open('{');
  json.field("POSITION", blocks.positions.accessor);
  json.field("NORMAL", blocks.normals.accessor);
  if (mesh.skinned) {
    json.field("JOINTS_0", blocks.joints.accessor);
    json.field("WEIGHTS_0", blocks.weights.accessor);
  }
  json.close('}');
  json.field("indices", blocks.indices.accessor);
  json.field("mode", mode_triangles);
  if (mesh.material != none) json.field("material", mesh.material);
  json.close('}');
  json.close(']');
  json.field("name", mesh.name);
  json.close('}');
}

void write_matrix(JsonWriter& json, const Affine& matrix) {
  json.key("matrix");
  json.open('[');
  for (std::size_t column = 0; column < 3; ++column) {
    const Vec3 v = matrix.linear.column(column);
    for (const double element : {v.x, v.y, v.z, 0.0}) json.number(element);
  }
  const Vec3& t = matrix.translation;
  for (const double element : {t.x, t.y, t.z, 1.0}) json.number(element);
  json.close(']');
}

void write_node(JsonWriter& json, const SceneNode& node) {
  json.open('{');
  if (node.mesh != none) json.field("mesh", node.mesh);
  if (node.skin != none) json.field("skin", node.skin);
  if (!node.children.empty()) json.field("children", node.children);
  if (node.matrix) write_matrix(json, *node.matrix);
  json.field("name", node.name);
  json.close('}');
}

void write_common_root(JsonWriter& json, const SceneBones& bones) {
  json.open('{');
  json.key("children");
  json.open('[');
  for (const std::uint32_t root : bones.tree->roots) json.integer(bones.first + root);
  json.close(']');
  json.field("name", bones.common_root);
  json.close('}');
}

// The texts of an armature's bones that are the same for every mesh bound to it. Between the two
// come the children, if there are any, and the prefix of the name.
struct BoneTexts {
  std::vector<std::string> begin;  // {"translation":[…],
  std::vector<std::string> end;    // the escaped name and "}

  BoneTexts(const SceneBones& bones, bool with_translations) {
    const std::vector<Bone>& all = bones.armature->bones;
    const auto head = [&bones](const Bone& bone) {
      return bones.baked ? (*bones.baked)(bone.head.value) : bone.head.value;
    };
    for (const Bone& bone : all) {
      std::string& text = begin.emplace_back("{");
      if (with_translations) {
        JsonWriter json(text);
        json.field("translation",
                   bone.is_root() ? head(bone) : head(bone) - head(all[bone.parent.index]));
        text += ',';
      }
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
    json.literal(texts.begin[i]);
    const std::uint32_t first = tree.first_child[i];
    const std::uint32_t last = tree.first_child[i + 1];
    if (first < last) {
      json.raw("\"children\":[");
      for (std::uint32_t child = first; child < last; ++child) {
        if (child > first) json.raw(",");
        json.raw_integer(bones.first + tree.children[child]);
      }
    }
    json.raw(first < last ? children_end : name);
    json.raw(texts.end[i]);
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

void write_nodes(JsonWriter& json, const Scene& scene) {
  std::unordered_map<const Armature*, BoneTexts> shared;
  json.key("nodes");
  json.open('[');
  for (const SceneNode& node : scene.nodes) {
    write_node(json, node);
    if (node.bones == none) continue;
    const SceneBones& bones = scene.bones[node.bones];
    if (bones.baked) {
      write_bones(json, bones, BoneTexts(bones, !scene.posed));
    } else {
      const auto texts = shared.try_emplace(bones.armature, bones, !scene.posed).first;
      write_bones(json, bones, texts->second);
    }
  }
  json.close(']');
}

void write_skin(JsonWriter& json, const SceneSkin& skin, const Layout& layout) {
  json.open('{');
  json.field("inverseBindMatrices", layout.meshes[skin.mesh].inverse_binds.accessor);
  json.field("skeleton", skin.skeleton);
  json.key("joints");
  json.open('[');
  for (std::uint32_t i = 0; i < skin.joint_count; ++i) json.integer(skin.first_joint + i);
  json.close(']');
  json.field("name", skin.name);
  json.close('}');
}

// An array that is only there if it has elements.
template <class Element, class Write>
void write_array(JsonWriter& json, std::string_view key, const std::vector<Element>& elements,
                 Write write) {
  if (elements.empty()) return;
  json.key(key);
  json.open('[');
  for (const Element& element : elements) write(element);
  json.close(']');
}

void write_asset(JsonWriter& json) {
  json.key("asset");
  json.open('{');
  // The canonical bytes carry this name.
  json.field("generator", "pygltflib@v1.16.5");
  json.field("version", "2.0");
  json.close('}');
}

void write_buffers(JsonWriter& json, const Layout& layout) {
  json.key("buffers");
  json.open('[');
  json.open('{');
  json.field("byteLength", layout.size);
  json.close('}');
  json.close(']');
}

void write_scenes(JsonWriter& json, const Scene& scene) {
  json.field("scene", 0);
  json.key("scenes");
  json.open('[');
  json.open('{');
  if (!scene.roots.empty()) json.field("nodes", scene.roots);
  json.close('}');
  json.close(']');
}

std::size_t expected_size(const Scene& scene) {
  constexpr std::size_t of_mesh = 2000;
  const std::size_t size = of_mesh * (1 + scene.meshes.size()) + longest_nodes_text(scene);
  return std::min<std::size_t>(size, max_output_size);
}

}  // namespace

void append_gltf_json(std::string& out, const Scene& scene, const Layout& layout,
                      const std::vector<Bounds>& bounds) {
  out.reserve(out.size() + expected_size(scene));
  const bool has_meshes = !scene.meshes.empty();
  JsonWriter json(out);
  json.open('{');
  if (has_meshes) write_accessors(json, scene, layout, bounds);
  write_asset(json);
  if (has_meshes) write_views(json, scene, layout);
  if (has_meshes) write_buffers(json, layout);
  write_array(json, "materials", scene.materials,
              [&](const SceneMaterial& material) { write_material(json, material); });
  write_array(json, "meshes", scene.meshes, [&](const SceneMesh& mesh) {
    write_mesh(json, mesh, layout.meshes[static_cast<std::size_t>(&mesh - scene.meshes.data())]);
  });
  if (!scene.nodes.empty()) write_nodes(json, scene);
  write_scenes(json, scene);
  write_array(json, "skins", scene.skins,
              [&](const SceneSkin& skin) { write_skin(json, skin, layout); });
  json.close('}');
}

}  // namespace rigy

#include "fuzz/output_checks.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "conform/glb_view.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

namespace json = simdjson::dom;

constexpr double unit_tolerance = 1e-5;
constexpr double sum_tolerance = 1e-6;
constexpr std::uint64_t float_component = 5126;
constexpr std::uint64_t uint32_component = 5125;
constexpr std::uint64_t uint16_component = 5123;
// Looking up an accessor takes time in proportion to their number; a few inputs have very many.
constexpr std::size_t max_checked_accessors = 3000;

std::uint32_t bits_of(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

float float_of(const AccessorView& accessor, std::uint64_t element, std::size_t component) {
  return std::bit_cast<float>(bits_of(accessor.component(element, component)));
}

std::uint32_t integer_of(const AccessorView& accessor, std::uint64_t element,
                         std::size_t component) {
  return bits_of(accessor.component(element, component));
}

std::vector<json::element> elements_of(const json::element& object, const char* key) {
  json::array array;
  if (object[key].get(array) != simdjson::SUCCESS) return {};
  return {array.begin(), array.end()};
}

std::optional<std::uint64_t> index_of(const json::element& object, const char* key) {
  return as<std::uint64_t>(object[key]);
}

// The numbers of a list; empty if there is no list.
std::optional<std::vector<double>> numbers_of(const json::element& object, const char* key) {
  json::array array;
  if (object[key].get(array) != simdjson::SUCCESS) return std::nullopt;
  std::vector<double> numbers;
  for (const json::element one : array) {
    numbers.push_back(as<double>(one).value_or(std::nan("")));
  }
  return numbers;
}

class Checker {
 public:
  explicit Checker(std::string_view bytes) : bytes_(bytes) {}

  std::string check();

 private:
  // Each records the first problem and returns whether there is none.
  bool check_container();
  bool check_buffer_views();
  bool check_meshes();
  bool check_mesh(const json::element& mesh);
  bool check_primitive(const json::element& primitive);
  bool check_positions(const json::element& accessor, const AccessorView& positions);
  bool check_normals(const AccessorView& normals);
  bool check_indices(const AccessorView& indices, std::uint64_t vertices);
  bool check_weights(const AccessorView& joints, const AccessorView& weights);
  bool check_skins();
  bool check_nodes();
  bool check_node(const json::element& node);
  bool check_tree();
  bool check_materials();

  std::optional<AccessorView> accessor(std::optional<std::uint64_t> index, std::string_view type,
                                       std::uint64_t component_type);
  bool require(bool condition, std::string_view message) {
    if (!condition && problem_.empty()) problem_ = message;
    return condition;
  }

  std::string_view bytes_;
  GlbView view_;
  std::vector<json::element> accessors_, materials_, meshes_, nodes_, skins_;
  std::vector<std::uint32_t> highest_joint_;  // that any vertex of each mesh names
  std::vector<bool> is_skinned_;              // of each mesh
  std::vector<std::size_t> joint_counts_;     // of each skin
  std::string problem_;
};

bool Checker::check_container() {
  if (std::string wrong = read_glb(bytes_, view_); !wrong.empty()) {
    return require(false, wrong);
  }
  return require(view_.json_text.size() % 4 == 0 && view_.binary.size() % 4 == 0,
                 "a chunk that is not a multiple of 4 bytes");
}

bool Checker::check_buffer_views() {
  const std::vector<json::element> buffers = elements_of(view_.json, "buffers");
  if (view_.binary.empty()) return require(buffers.empty(), "a buffer without bytes");
  if (!require(buffers.size() == 1 && index_of(buffers[0], "byteLength") == view_.binary.size(),
               "the buffer is not the binary chunk")) {
    return false;
  }
  std::uint64_t end = 0;
  for (const json::element& one : elements_of(view_.json, "bufferViews")) {
    if (!require(index_of(one, "byteOffset") == end, "a gap between bufferViews")) return false;
    end += index_of(one, "byteLength").value_or(0);
  }
  return require(end == view_.binary.size(), "bytes that belong to no bufferView");
}

std::optional<AccessorView> Checker::accessor(std::optional<std::uint64_t> index,
                                              std::string_view type, std::uint64_t component_type) {
  if (!require(index.has_value(), "an accessor is missing")) return std::nullopt;
  auto found = accessor_of(view_, *index);
  if (const auto* wrong = std::get_if<std::string>(&found)) {
    require(false, *wrong);
    return std::nullopt;
  }
  const auto& result = std::get<AccessorView>(found);
  if (!require(result.type == type && result.component_type == component_type,
               "an accessor of another type")) {
    return std::nullopt;
  }
  return result;
}

bool Checker::check_positions(const json::element& accessor, const AccessorView& positions) {
  const auto min = numbers_of(accessor, "min");
  const auto max = numbers_of(accessor, "max");
  if (!require(min && max && min->size() == 3 && max->size() == 3, "no bounds")) return false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float low = float_of(positions, 0, axis);
    float high = low;
    for (std::uint64_t i = 0; i < positions.count; ++i) {
      const float value = float_of(positions, i, axis);
      if (!require(std::isfinite(value), "a position that is not finite")) return false;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const auto stored_min = static_cast<float>((*min)[axis]);
    const auto stored_max = static_cast<float>((*max)[axis]);
    if (!require(stored_min == low && stored_max == high, "bounds that are not true")) return false;
  }
  return true;
}

bool Checker::check_normals(const AccessorView& normals) {
  for (std::uint64_t i = 0; i < normals.count; ++i) {
    const double x = float_of(normals, i, 0);
    const double y = float_of(normals, i, 1);
    const double z = float_of(normals, i, 2);
    const double length = std::sqrt(x * x + y * y + z * z);
    if (!(std::abs(length - 1) <= unit_tolerance)) {
      return require(false, fmt::format("normal {} has length {}", i, length));
    }
  }
  return true;
}

bool Checker::check_indices(const AccessorView& indices, std::uint64_t vertices) {
  if (!require(indices.count % 3 == 0 && indices.count > 0, "indices that make no triangles")) {
    return false;
  }
  for (std::uint64_t i = 0; i < indices.count; ++i) {
    if (!require(integer_of(indices, i, 0) < vertices, "an index out of range")) return false;
  }
  return true;
}

bool Checker::check_weights(const AccessorView& joints, const AccessorView& weights) {
  for (std::uint64_t i = 0; i < weights.count; ++i) {
    double sum = 0;
    float before = 1;
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const float weight = float_of(weights, i, slot);
      const std::uint32_t joint = integer_of(joints, i, slot);
      if (!require(weight >= 0 && weight <= before, "weights that are not sorted")) return false;
      for (std::size_t other = 0; other < slot && weight > 0; ++other) {
        if (!require(integer_of(joints, i, other) != joint, "a joint twice")) return false;
      }
      highest_joint_.back() = std::max(highest_joint_.back(), joint);
      before = weight;
      sum += weight;
    }
    if (!(std::abs(sum - 1) <= sum_tolerance)) {
      return require(false, fmt::format("weights of vertex {} sum to {}", i, sum));
    }
  }
  return true;
}

bool Checker::check_mesh(const json::element& mesh) {
  const std::vector<json::element> primitives = elements_of(mesh, "primitives");
  if (!require(!primitives.empty(), "a mesh without a primitive")) return false;
  highest_joint_.push_back(0);
  json::element attributes;
  is_skinned_.push_back(primitives[0]["attributes"].get(attributes) == simdjson::SUCCESS &&
                        index_of(attributes, "JOINTS_0").has_value());
  for (const json::element& primitive : primitives) {
    if (!check_primitive(primitive)) return false;
  }
  return true;
}

// The primitives of a mesh are skinned or not together.
bool Checker::check_primitive(const json::element& primitive) {
  json::element attributes;
  if (!require(primitive["attributes"].get(attributes) == simdjson::SUCCESS, "no attributes")) {
    return false;
  }
  const auto position_index = index_of(attributes, "POSITION");
  const auto positions = accessor(position_index, "VEC3", float_component);
  const auto normals = accessor(index_of(attributes, "NORMAL"), "VEC3", float_component);
  const auto indices = accessor(index_of(primitive, "indices"), "SCALAR", uint32_component);
  if (!positions || !normals || !indices) return false;
  if (!require(positions->count > 0 && normals->count == positions->count, "vertex counts") ||
      !check_positions(accessors_[*position_index], *positions) || !check_normals(*normals) ||
      !check_indices(*indices, positions->count)) {
    return false;
  }
  if (const auto material = index_of(primitive, "material")) {
    if (!require(*material < materials_.size(), "an unknown material")) return false;
  }
  const bool is_skinned = index_of(attributes, "JOINTS_0").has_value();
  if (!require(is_skinned == is_skinned_.back(), "primitives of which only some are skinned")) {
    return false;
  }
  if (!is_skinned) return true;
  const auto joints = accessor(index_of(attributes, "JOINTS_0"), "VEC4", uint16_component);
  const auto weights = accessor(index_of(attributes, "WEIGHTS_0"), "VEC4", float_component);
  if (!joints || !weights) return false;
  return require(joints->count == positions->count && weights->count == positions->count,
                 "vertex counts of the skin") &&
         check_weights(*joints, *weights);
}

bool Checker::check_meshes() {
  for (const json::element& mesh : meshes_) {
    if (!check_mesh(mesh)) return false;
  }
  return true;
}

bool Checker::check_skins() {
  for (const json::element& skin : skins_) {
    const std::vector<json::element> joints = elements_of(skin, "joints");
    joint_counts_.push_back(joints.size());
    const auto binds = accessor(index_of(skin, "inverseBindMatrices"), "MAT4", float_component);
    if (!binds || !require(binds->count == joints.size(), "a bind matrix for each joint") ||
        !require(index_of(skin, "skeleton").value_or(nodes_.size()) < nodes_.size(), "skeleton")) {
      return false;
    }
    for (const json::element& joint : joints) {
      if (!require(as<std::uint64_t>(joint).value_or(nodes_.size()) < nodes_.size(), "a joint")) {
        return false;
      }
    }
    for (std::uint64_t i = 0; i < 16 * binds->count; ++i) {
      if (!require(std::isfinite(float_of(*binds, i / 16, i % 16)), "a bind matrix")) return false;
    }
  }
  return true;
}

bool Checker::check_node(const json::element& node) {
  for (const char* key : {"matrix", "translation"}) {
    const auto numbers = numbers_of(node, key);
    if (!numbers) continue;
    for (const double number : *numbers) {
      if (!require(std::isfinite(static_cast<float>(number)), "a transform beyond binary32")) {
        return false;
      }
    }
  }
  const auto mesh = index_of(node, "mesh");
  const auto skin = index_of(node, "skin");
  if (!mesh) return require(!skin, "a skin without a mesh");
  if (!require(*mesh < meshes_.size(), "an unknown mesh") ||
      !require(is_skinned_[*mesh] == skin.has_value(), "a skinned mesh without a skin")) {
    return false;
  }
  if (!skin) return true;
  return require(*skin < skins_.size(), "an unknown skin") &&
         require(highest_joint_[*mesh] < joint_counts_[*skin], "a joint that the skin lacks");
}

// Every node is in the scene's tree exactly once.
bool Checker::check_tree() {
  std::vector<int> times_reached(nodes_.size(), 0);
  std::vector<std::uint64_t> open;
  const auto reach = [&](const json::element& object, const char* key) {
    for (const json::element& one : elements_of(object, key)) {
      const std::uint64_t node = as<std::uint64_t>(one).value_or(nodes_.size());
      if (!require(node < nodes_.size(), "an unknown child") ||
          !require(++times_reached[node] == 1, "a node with two parents")) {
        return false;
      }
      open.push_back(node);
    }
    return true;
  };
  const std::vector<json::element> scenes = elements_of(view_.json, "scenes");
  if (!require(scenes.size() == 1, "not one scene") || !reach(scenes[0], "nodes")) return false;
  while (!open.empty()) {
    const json::element node = nodes_[open.back()];
    open.pop_back();
    if (!reach(node, "children")) return false;
  }
  for (const int times : times_reached) {
    if (!require(times == 1, "a node outside the scene")) return false;
  }
  return true;
}

bool Checker::check_nodes() {
  for (const json::element& node : nodes_) {
    if (!check_node(node)) return false;
  }
  return check_tree();
}

bool Checker::check_materials() {
  for (const json::element& material : materials_) {
    json::element surface;
    if (!require(material["pbrMetallicRoughness"].get(surface) == simdjson::SUCCESS, "no color")) {
      return false;
    }
    const auto color = numbers_of(surface, "baseColorFactor");
    if (!require(color && color->size() == 4, "a color without four components")) return false;
    for (const double component : *color) {
      if (!require(component >= 0 && component <= 1, "a color outside [0, 1]")) return false;
    }
  }
  return true;
}

std::string Checker::check() {
  if (!check_container() || !check_buffer_views()) return problem_;
  accessors_ = elements_of(view_.json, "accessors");
  if (accessors_.size() > max_checked_accessors) return {};
  materials_ = elements_of(view_.json, "materials");
  meshes_ = elements_of(view_.json, "meshes");
  nodes_ = elements_of(view_.json, "nodes");
  skins_ = elements_of(view_.json, "skins");
  static_cast<void>(check_materials() && check_meshes() && check_skins() && check_nodes());
  return problem_;
}

}  // namespace

std::string check_output(std::string_view glb) { return Checker(glb).check(); }

}  // namespace rigy::fuzz

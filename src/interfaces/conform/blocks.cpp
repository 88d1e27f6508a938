#include "conform/blocks.hpp"

#include <cstdint>
#include <variant>

#include "conform/glb_view.hpp"

namespace rigy::interfaces {
namespace {

namespace json = simdjson::dom;

// Where a glTF primitive names the accessor of each block; indices are next to the attributes.
constexpr std::array<std::string_view, block_names.size()> keys{"POSITION", "NORMAL", "indices",
                                                                "JOINTS_0", "WEIGHTS_0"};

void append_data(const AccessorView& accessor, std::string& out) {
  for (std::uint64_t i = 0; i < accessor.count; ++i) {
    for (std::size_t k = 0; k < accessor.components; ++k) out += accessor.component(i, k);
  }
}

// Whether every accessor that the primitive names can be read.
bool append_primitive(const GlbView& view, json::object primitive, Blocks& out) {
  const auto attributes = as<json::object>(primitive["attributes"]);
  if (!attributes) return false;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const json::object holder = keys[i] == "indices" ? primitive : *attributes;
    const auto index = as<std::uint64_t>(holder.at_key(keys[i]));
    if (!index) continue;
    const auto accessor = accessor_of(view, *index);
    if (!std::holds_alternative<AccessorView>(accessor)) return false;
    append_data(std::get<AccessorView>(accessor), out[i]);
  }
  return true;
}

}  // namespace

std::optional<Blocks> blocks_of(std::string_view glb) {
  GlbView view;
  if (!read_glb(glb, view).empty()) return std::nullopt;
  Blocks blocks;
  const auto meshes = as<json::array>(view.json["meshes"]);
  if (!meshes) return blocks;
  for (const json::element mesh : *meshes) {
    const auto primitives = as<json::array>(mesh["primitives"]);
    if (!primitives) return std::nullopt;
    for (const json::element primitive : *primitives) {
      const auto fields = as<json::object>(primitive);
      if (!fields || !append_primitive(view, *fields, blocks)) return std::nullopt;
    }
  }
  return blocks;
}

std::vector<std::string_view> differing_blocks(std::string_view expected, std::string_view actual) {
  const std::optional<Blocks> wanted = blocks_of(expected);
  const std::optional<Blocks> given = blocks_of(actual);
  std::vector<std::string_view> names;
  if (!wanted || !given) return names;
  for (std::size_t i = 0; i < block_names.size(); ++i) {
    if ((*wanted)[i] != (*given)[i]) names.push_back(block_names[i]);
  }
  return names;
}

}  // namespace rigy::interfaces

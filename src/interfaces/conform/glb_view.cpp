#include "conform/glb_view.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

namespace rigy::interfaces {
namespace {

namespace json = simdjson::dom;

constexpr std::size_t header_size = 12;
constexpr std::size_t chunk_header_size = 8;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

// Takes one chunk of the expected type from the front of `rest`.
std::optional<std::string_view> take_chunk(std::string_view& rest, std::string_view type) {
  if (rest.size() < chunk_header_size || rest.substr(4, 4) != type) return std::nullopt;
  const std::uint64_t size = little_endian(rest.substr(0, 4));
  if (size > rest.size() - chunk_header_size) return std::nullopt;
  const std::string_view chunk = rest.substr(chunk_header_size, size);
  rest.remove_prefix(chunk_header_size + size);
  return chunk;
}

std::size_t size_of_component(std::uint64_t type) {
  switch (type) {
    case 5120:
    case 5121:
      return 1;
    case 5122:
    case 5123:
      return 2;
    case 5125:
    case 5126:
      return 4;
    default:
      return 0;
  }
}

std::size_t components_of(std::string_view type) {
  struct Known {
    std::string_view name;
    std::size_t components;
  };
  static constexpr std::array<Known, 7> known{{{"SCALAR", 1},
                                               {"VEC2", 2},
                                               {"VEC3", 3},
                                               {"VEC4", 4},
                                               {"MAT2", 4},
                                               {"MAT3", 9},
                                               {"MAT4", 16}}};
  for (const auto& [name, components] : known) {
    if (name == type) return components;
  }
  return 0;
}

std::uint64_t number_or(json::object object, const char* key, std::uint64_t otherwise) {
  return as<std::uint64_t>(object[key]).value_or(otherwise);
}

// The bytes of a buffer view, from the accessor's offset on.
std::optional<std::string_view> bytes_of_view(const GlbView& view, json::object accessor,
                                              json::object& buffer_view) {
  const std::uint64_t index = number_or(accessor, "bufferView", UINT64_MAX);
  const std::uint64_t skip = number_or(accessor, "byteOffset", 0);
  json::array views;
  if (view.json["bufferViews"].get(views) != simdjson::SUCCESS || index >= views.size() ||
      views.at(index).get(buffer_view) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  const std::uint64_t offset = number_or(buffer_view, "byteOffset", 0);
  const std::uint64_t length = number_or(buffer_view, "byteLength", 0);
  if (offset > view.binary.size() || length > view.binary.size() - offset || skip > length) {
    return std::nullopt;
  }
  return view.binary.substr(offset + skip, length - skip);
}

bool fits(const AccessorView& accessor, std::size_t available) {
  if (accessor.count == 0) return true;
  const std::size_t element = accessor.components * accessor.component_size;
  return element <= available &&
         (accessor.count - 1) <= (available - element) / std::max<std::size_t>(accessor.stride, 1);
}

std::string float_text(float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string read_glb(std::string_view bytes, GlbView& view) {
  if (bytes.size() < header_size || !bytes.starts_with("glTF"))
    return "it does not begin like a GLB";
  if (const std::uint64_t version = little_endian(bytes.substr(4, 4)); version != 2) {
    return fmt::format("its container version is {} instead of 2", version);
  }
  if (const std::uint64_t length = little_endian(bytes.substr(8, 4)); length != bytes.size()) {
    return fmt::format("its header says {} bytes, but there are {}", length, bytes.size());
  }
  std::string_view rest = bytes.substr(header_size);
  const auto text = take_chunk(rest, "JSON");
  if (!text) return "it has no complete JSON chunk";
  view.json_text = *text;
  view.binary = take_chunk(rest, std::string_view("BIN\0", 4)).value_or(std::string_view());
  if (!rest.empty()) return "it has bytes outside its chunks";
  const auto error = view.parser.parse(text->data(), text->size()).get(view.json);
  if (error != simdjson::SUCCESS || !view.json.is_object()) return "its JSON chunk is not JSON";
  return {};
}

std::variant<AccessorView, std::string> accessor_of(const GlbView& view, std::uint64_t index) {
  json::array accessors;
  json::object object;
  if (view.json["accessors"].get(accessors) != simdjson::SUCCESS || index >= accessors.size() ||
      accessors.at(index).get(object) != simdjson::SUCCESS) {
    return fmt::format("there is no accessor {}", index);
  }
  AccessorView result;
  result.component_type = number_or(object, "componentType", 0);
  result.count = number_or(object, "count", 0);
  result.component_size = size_of_component(result.component_type);
  result.type = as<std::string_view>(object["type"]).value_or("");
  result.components = components_of(result.type);
  if (result.component_size == 0 || result.components == 0) {
    return fmt::format("accessor {} has an unknown type", index);
  }
  json::object buffer_view;
  const auto bytes = bytes_of_view(view, object, buffer_view);
  if (!bytes) return fmt::format("accessor {} has no bytes", index);
  result.data = bytes->data();
  result.stride = number_or(buffer_view, "byteStride", result.components * result.component_size);
  if (!fits(result, bytes->size())) {
    return fmt::format("accessor {} extends past its bufferView", index);
  }
  return result;
}

std::string component_text(std::uint64_t component_type, std::string_view bytes) {
  const std::uint64_t value = little_endian(bytes);
  switch (component_type) {
    case 5120:
      return fmt::format("{}", static_cast<int>(static_cast<std::int8_t>(value)));
    case 5122:
      return fmt::format("{}", static_cast<std::int16_t>(value));
    case 5126:
      return float_text(std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    default:
      return fmt::format("{}", value);
  }
}

}  // namespace rigy::interfaces

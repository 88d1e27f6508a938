#include "conform/compare.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <variant>

#include <fmt/format.h>

#include "conform/glb_view.hpp"
#include "text/json_text.hpp"
#include "text/number_text.hpp"

namespace rigy::interfaces {
namespace {

namespace json = simdjson::dom;

constexpr std::size_t longest_shown = 60;
constexpr std::size_t bytes_around = 24;

// Text in quotes, on one line whatever it contains.
std::string quoted(std::string_view text) {
  std::string escaped;
  append_json_string(escaped, text);
  escaped.front() = '\'';
  escaped.back() = '\'';
  return escaped;
}

std::string shown(json::element value) {
  std::string text;
  if (value.type() == json::element_type::DOUBLE) {
    append_number(text, as<double>(value).value_or(0));
  } else if (const auto string = as<std::string_view>(value)) {
    text = quoted(*string);
  } else {
    text = simdjson::minify(value);
  }
  if (text.size() > longest_shown) text = text.substr(0, longest_shown) + "…";
  return text;
}

std::string differs(std::string_view where, std::string_view expected, std::string_view actual) {
  return fmt::format("{}: expected {}, got {}", where, expected, actual);
}

// Integers and fractions are different things: the canonical text tells 1 from 1.0.
bool same_scalar(json::element a, json::element b) {
  if (a.type() != b.type()) return false;
  if (a.type() != json::element_type::DOUBLE) return simdjson::minify(a) == simdjson::minify(b);
  return std::bit_cast<std::uint64_t>(as<double>(a).value_or(0)) ==
         std::bit_cast<std::uint64_t>(as<double>(b).value_or(0));
}

std::string json_difference(const std::string& where, json::element expected, json::element actual);

std::string join(const std::string& where, std::string_view key) {
  return where.empty() ? std::string(key) : fmt::format("{} {}", where, key);
}

std::string object_difference(const std::string& where, json::object expected,
                              json::object actual) {
  for (const auto [key, value] : expected) {
    const std::string place = join(where, key);
    json::element other;
    if (actual.at_key(key).get(other) != simdjson::SUCCESS) {
      return differs(place, shown(value), "nothing");
    }
    if (std::string found = json_difference(place, value, other); !found.empty()) return found;
  }
  for (const auto [key, value] : actual) {
    json::element other;
    if (expected.at_key(key).get(other) == simdjson::SUCCESS) continue;
    return differs(join(where, key), "nothing", shown(value));
  }
  return {};
}

std::string array_difference(const std::string& where, json::array expected, json::array actual) {
  auto other = actual.begin();
  std::size_t i = 0;
  for (const json::element value : expected) {
    if (i == actual.size()) break;
    std::string found = json_difference(fmt::format("{}[{}]", where, i++), value, *other);
    if (!found.empty()) return found;
    ++other;
  }
  if (expected.size() == actual.size()) return {};
  return differs(where, fmt::format("{} elements", expected.size()), fmt::to_string(actual.size()));
}

std::string json_difference(const std::string& where, json::element expected,
                            json::element actual) {
  json::object expected_object;
  json::object actual_object;
  if (expected.get(expected_object) == simdjson::SUCCESS &&
      actual.get(actual_object) == simdjson::SUCCESS) {
    return object_difference(where, expected_object, actual_object);
  }
  json::array expected_array;
  json::array actual_array;
  if (expected.get(expected_array) == simdjson::SUCCESS &&
      actual.get(actual_array) == simdjson::SUCCESS) {
    return array_difference(where, expected_array, actual_array);
  }
  if (same_scalar(expected, actual)) return {};
  return differs(where, shown(expected), shown(actual));
}

std::string component_name(std::string_view type, std::size_t component) {
  if (type == "SCALAR") return {};
  if (type == "VEC2" || type == "VEC3") return {'.', "xyz"[component]};
  return fmt::format("[{}]", component);
}

std::string accessor_difference(const std::string& where, const AccessorView& expected,
                                const AccessorView& actual) {
  if (expected.component_type != actual.component_type) {
    return differs(where + " componentType", fmt::to_string(expected.component_type),
                   fmt::to_string(actual.component_type));
  }
  if (expected.type != actual.type) return differs(where + " type", expected.type, actual.type);
  for (std::uint64_t i = 0; i < std::min(expected.count, actual.count); ++i) {
    for (std::size_t k = 0; k < expected.components; ++k) {
      const std::string_view wanted = expected.component(i, k);
      const std::string_view found = actual.component(i, k);
      if (wanted == found) continue;
      return differs(fmt::format("{}[{}]{}", where, i, component_name(expected.type, k)),
                     component_text(expected.component_type, wanted),
                     component_text(expected.component_type, found));
    }
  }
  if (expected.count == actual.count) return {};
  return differs(where, fmt::format("{} elements", expected.count), fmt::to_string(actual.count));
}

// The name of one element of a list of the file.
struct Section {
  const char* key;
  std::string_view one;
  bool numbered;
};
constexpr Section materials{"materials", "material", false};
constexpr Section meshes{"meshes", "mesh", false};
constexpr Section nodes{"nodes", "node", true};
constexpr Section skins{"skins", "skin", true};

class Comparison {
 public:
  Comparison(const GlbView& expected, const GlbView& actual)
      : expected_(expected), actual_(actual) {}

  // Ordered by what is most useful to a person: what there is, what it looks like, how it is
  // connected, and last how it is stored.
  [[nodiscard]] std::string first() const {
    for (const Section& section : {materials, meshes, nodes, skins}) {
      if (std::string found = count_difference(section); !found.empty()) return found;
    }
    for (const Section& section : {materials, meshes, nodes, skins}) {
      if (std::string found = section_difference(section); !found.empty()) return found;
    }
    return json_difference("", expected_.json, actual_.json);
  }

 private:
  [[nodiscard]] std::string count_difference(const Section& section) const;
  [[nodiscard]] std::string section_difference(const Section& section) const;
  [[nodiscard]] std::string item_difference(const Section& section, const std::string& where,
                                            json::object expected, json::object actual) const;
  [[nodiscard]] std::string mesh_difference(const std::string& where, json::object expected,
                                            json::object actual) const;
  [[nodiscard]] std::string primitive_difference(const std::string& where, json::object expected,
                                                 json::object actual) const;
  [[nodiscard]] std::string data_difference(const std::string& where, std::string_view key,
                                            json::object expected, json::object actual) const;
  [[nodiscard]] std::string bounds_difference(const std::string& where, std::uint64_t expected,
                                              std::uint64_t actual) const;

  const GlbView& expected_;
  const GlbView& actual_;
};

std::size_t size_of(const GlbView& view, const char* key) {
  const auto list = as<json::array>(view.json[key]);
  return list ? list->size() : 0;
}

std::string Comparison::count_difference(const Section& section) const {
  const std::size_t expected = size_of(expected_, section.key);
  const std::size_t actual = size_of(actual_, section.key);
  if (expected == actual) return {};
  return differs(fmt::format("number of {}", section.key), fmt::to_string(expected),
                 fmt::to_string(actual));
}

// Nodes and skins may share a name, so their number is shown as well.
std::string label_of(const Section& section, std::size_t index, json::object item) {
  const auto name = as<std::string_view>(item["name"]);
  if (!name) return fmt::format("{} {}", section.one, index);
  if (section.numbered) return fmt::format("{} {} {}", section.one, index, quoted(*name));
  return fmt::format("{} {}", section.one, quoted(*name));
}

std::string Comparison::section_difference(const Section& section) const {
  for (std::size_t i = 0; i < size_of(expected_, section.key); ++i) {
    const auto expected = as<json::object>(expected_.json[section.key].at(i));
    const auto actual = as<json::object>(actual_.json[section.key].at(i));
    if (!expected || !actual) return fmt::format("{} {} is not an object", section.one, i);
    std::string found =
        item_difference(section, label_of(section, i, *expected), *expected, *actual);
    if (!found.empty()) return found;
  }
  return {};
}

std::string Comparison::item_difference(const Section& section, const std::string& where,
                                        json::object expected, json::object actual) const {
  if (section.key == meshes.key) return mesh_difference(where, expected, actual);
  if (section.key == skins.key) {
    std::string found = data_difference(where, "inverseBindMatrices", expected, actual);
    if (!found.empty()) return found;
  }
  return object_difference(where, expected, actual);
}

std::string Comparison::mesh_difference(const std::string& where, json::object expected,
                                        json::object actual) const {
  const auto wanted = as<json::array>(expected["primitives"]);
  const auto given = as<json::array>(actual["primitives"]);
  if (!wanted || !given) return where + " has no list of primitives";
  const std::size_t count = std::min(wanted->size(), given->size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto one = as<json::object>(wanted->at(i));
    const auto other = as<json::object>(given->at(i));
    const std::string place = count == 1 ? where : fmt::format("{} primitive {}", where, i);
    if (!one || !other) return place + " is not an object";
    std::string found = primitive_difference(place, *one, *other);
    if (!found.empty()) return found;
  }
  return object_difference(where, expected, actual);
}

std::string Comparison::primitive_difference(const std::string& where, json::object expected,
                                             json::object actual) const {
  const auto wanted = as<json::object>(expected["attributes"]);
  const auto given = as<json::object>(actual["attributes"]);
  if (!wanted || !given) return where + " has no attributes";
  for (const auto& attributes : {*wanted, *given}) {
    for (const auto attribute : attributes) {
      std::string found = data_difference(where, attribute.key, *wanted, *given);
      if (!found.empty()) return found;
    }
  }
  return data_difference(where, "indices", expected, actual);
}

// Compares what the accessors under `key` hold.
std::string Comparison::data_difference(const std::string& where, std::string_view key,
                                        json::object expected, json::object actual) const {
  const std::string place = fmt::format("{} {}", where, key);
  const auto wanted = as<std::uint64_t>(expected.at_key(key));
  const auto given = as<std::uint64_t>(actual.at_key(key));
  if (!wanted && !given) return {};
  if (!wanted || !given) return differs(place, wanted ? "some" : "none", given ? "some" : "none");
  const auto wanted_data = accessor_of(expected_, *wanted);
  const auto given_data = accessor_of(actual_, *given);
  for (const auto* data : {&wanted_data, &given_data}) {
    if (const auto* fault = std::get_if<std::string>(data)) return place + ": " + *fault;
  }
  std::string found = accessor_difference(place, std::get<AccessorView>(wanted_data),
                                          std::get<AccessorView>(given_data));
  return found.empty() ? bounds_difference(place, *wanted, *given) : found;
}

std::string Comparison::bounds_difference(const std::string& where, std::uint64_t expected,
                                          std::uint64_t actual) const {
  for (const std::string_view bound : {"max", "min"}) {
    const auto wanted = as<json::element>(expected_.json["accessors"].at(expected).at_key(bound));
    const auto given = as<json::element>(actual_.json["accessors"].at(actual).at_key(bound));
    const std::string place = fmt::format("{} {}", where, bound);
    if (wanted.has_value() != given.has_value()) {
      return differs(place, wanted ? "some" : "none", given ? "some" : "none");
    }
    if (!wanted) continue;
    if (std::string found = json_difference(place, *wanted, *given); !found.empty()) return found;
  }
  return {};
}

std::string around(std::string_view text, std::size_t at) {
  const std::size_t start = at - std::min(at, bytes_around);
  return quoted(text.substr(start, 2 * bytes_around));
}

std::size_t common_size(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                  a.begin());
}

// The same content in other bytes: order of keys, text of a number, padding.
std::string layout_difference(const GlbView& expected, const GlbView& actual) {
  if (expected.json_text != actual.json_text) {
    const std::size_t at = common_size(expected.json_text, actual.json_text);
    return differs(fmt::format("byte {} of the JSON", at), around(expected.json_text, at),
                   around(actual.json_text, at));
  }
  const std::size_t at = common_size(expected.binary, actual.binary);
  if (at == expected.binary.size() || at == actual.binary.size()) {
    return differs("binary data", fmt::format("{} bytes", expected.binary.size()),
                   fmt::to_string(actual.binary.size()));
  }
  return differs(fmt::format("byte {} of the binary data", at),
                 fmt::to_string(static_cast<unsigned char>(expected.binary[at])),
                 fmt::to_string(static_cast<unsigned char>(actual.binary[at])));
}

}  // namespace

std::string first_difference(std::string_view expected, std::string_view actual) {
  if (expected == actual) return {};
  GlbView wanted;
  GlbView given;
  if (const std::string fault = read_glb(expected, wanted); !fault.empty()) {
    return fmt::format("the expected output is not a GLB: {}", fault);
  }
  if (const std::string fault = read_glb(actual, given); !fault.empty()) {
    return fmt::format("the output is not a GLB: {}", fault);
  }
  if (std::string found = Comparison(wanted, given).first(); !found.empty()) return found;
  return layout_difference(wanted, given);
}

}  // namespace rigy::interfaces

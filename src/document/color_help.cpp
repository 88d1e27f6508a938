#include "document/color_help.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "document/fields.hpp"
#include "document/srgb_table.hpp"
#include "yaml/scalar.hpp"

namespace rigy {
namespace {

constexpr std::string_view general_help = "write base_color: [red, green, blue, alpha]";

using Color = std::array<double, 4>;

std::string list_text(const Color& color) {
  return fmt::format("base_color: [{}, {}, {}, {}]", color[0], color[1], color[2], color[3]);
}

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

// Alpha is linear as it is.
double alpha_of(unsigned byte) { return (byte * 10000 + 127) / 255 / 10000.0; }

// "#rgb", "#rgba", "#rrggbb" and "#rrggbbaa".
std::optional<Color> hex_color(std::string_view text) {
  if (!text.starts_with('#')) return std::nullopt;
  text.remove_prefix(1);
  const bool short_form = text.size() == 3 || text.size() == 4;
  if (!short_form && text.size() != 6 && text.size() != 8) return std::nullopt;
  const std::size_t digits = short_form ? 1 : 2;
  Color color{0, 0, 0, 1};
  for (std::size_t i = 0; i < text.size() / digits; ++i) {
    const auto high = hex_digit(text[digits * i]);
    const auto low = hex_digit(text[digits * i + digits - 1]);
    if (!high || !low) return std::nullopt;
    const unsigned byte = 16 * *high + *low;
    color[i] = i == 3 ? alpha_of(byte) : linear_component(byte);
  }
  return color;
}

std::size_t component_index(std::string_view name) {
  constexpr std::string_view names[] = {"r", "g", "b", "a", "red", "green", "blue", "alpha"};
  return static_cast<std::size_t>(std::find(std::begin(names), std::end(names), name) -
                                  std::begin(names));
}

bool is_byte(double value) {
  return value >= 0 && value <= 255 && value == static_cast<double>(static_cast<unsigned>(value));
}

// Components above 1 are of screen colours, from 0 to 255.
bool make_linear(Color& color) {
  if (std::all_of(color.begin(), color.end(), [](double c) { return c >= 0 && c <= 1; })) {
    return true;
  }
  if (!std::all_of(color.begin(), color.end(), is_byte)) return false;
  for (std::size_t i = 0; i < 3; ++i) color[i] = linear_component(static_cast<unsigned>(color[i]));
  color[3] = color[3] <= 1 ? color[3] : alpha_of(static_cast<unsigned>(color[3]));
  return true;
}

// {r, g, b} and {r, g, b, a}, by these names or in full.
std::optional<Color> named_color(const Tree& tree, NodeId mapping) {
  Color color{-1, -1, -1, 1};
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const std::size_t component = component_index(tree.text_of(key));
    const NodeId value = tree.resolve(key + 1);
    if (component == 8 || !is_number(tree, value)) return std::nullopt;
    color[component % 4] = scalar_number(tree.text_of(value));
  }
  if (!make_linear(color)) return std::nullopt;
  return color;
}

}  // namespace

double linear_component(unsigned srgb) { return srgb_to_linear[srgb] / 10000.0; }

std::string help_for_color(const Tree& tree, NodeId node) {
  if (is_null(tree, node)) {
    return fmt::format("{}; without quotes a '#' begins a comment", general_help);
  }
  if (tree[node].kind == NodeKind::Mapping) {
    const auto color = named_color(tree, node);
    return color ? fmt::format("write {}", list_text(*color)) : std::string(general_help);
  }
  if (tree[node].kind != NodeKind::Scalar) return std::string(general_help);
  const auto color = hex_color(tree.text_of(node));
  if (!color) return std::string(general_help);
  return fmt::format("components are linear: write {}", list_text(*color));
}

}  // namespace rigy

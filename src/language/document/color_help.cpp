#include "document/color_help.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "document/fields.hpp"
#include "document/srgb_table.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

constexpr std::string_view general_help =
    "write base_color: [red, green, blue, alpha], numbers from 0 to 1";
// A screen color with red, green and blue all below this is hardly ever meant; a linear color
// that is slightly too bright is more likely.
constexpr double min_screen_component = 10;

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

// Alpha is linear already.
double alpha_of(unsigned byte) {
  const unsigned ten_thousandths = (byte * 10000 + 127) / 255;
  return ten_thousandths / 10000.0;
}

// "#rgb", "#rgba", "#rrggbb" and "#rrggbbaa"; "rrggbb".
std::optional<Color> hex_color(std::string_view text) {
  // Without its '#' only the long form looks like a color.
  const bool marked = text.starts_with('#');
  if (!marked && text.size() != 6) return std::nullopt;
  if (marked) text.remove_prefix(1);
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
  constexpr std::string_view names[] = {"r", "g", "b", "a", "red", "green", "blue", "alpha",
                                        "R", "G", "B", "A", "Red", "Green", "Blue", "Alpha"};
  return static_cast<std::size_t>(std::find(std::begin(names), std::end(names), name) -
                                  std::begin(names));
}

bool is_byte(double value) {
  return value >= 0 && value <= 255 && value == static_cast<double>(static_cast<unsigned>(value));
}

bool is_share(double value) { return value >= 0 && value <= 1; }

// Whether red, green and blue are those of a screen color, from 0 to 255.
bool is_screen_color(const Color& color) {
  return std::all_of(color.begin(), color.begin() + 3, is_byte) &&
         *std::max_element(color.begin(), color.begin() + 3) >= min_screen_component;
}

// The intended color, from numbers up to 1 or up to 255.
std::optional<Color> linear_color(Color color) {
  if (is_screen_color(color)) {
    for (std::size_t i = 0; i < 3; ++i) {
      color[i] = linear_component(static_cast<unsigned>(color[i]));
    }
  }
  if (!std::all_of(color.begin(), color.begin() + 3, is_share)) return std::nullopt;
  if (!is_share(color[3]) && is_byte(color[3]))
    color[3] = alpha_of(static_cast<unsigned>(color[3]));
  return is_share(color[3]) ? std::optional(color) : std::nullopt;
}

// {r, g, b} and {r, g, b, a}, with these names or in full.
std::optional<Color> named_color(const Tree& tree, NodeId mapping) {
  Color color{-1, -1, -1, 1};
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const std::size_t component = component_index(tree.text_of(key));
    const NodeId value = tree.resolve(key + 1);
    if (component == 16 || !is_number(tree, value)) return std::nullopt;
    color[component % 4] = scalar_number(tree.text_of(value));
  }
  return linear_color(color);
}

// [r, g, b] and [r, g, b, a].
std::optional<Color> listed_color(const Tree& tree, NodeId list) {
  if (tree[list].size != 3 && tree[list].size != 4) return std::nullopt;
  Color color{0, 0, 0, 1};
  std::size_t component = 0;
  for (NodeId id = list + 1; id < tree[list].after; id = tree[id].after) {
    const NodeId value = tree.resolve(id);
    if (!is_number(tree, value)) return std::nullopt;
    color[component++] = scalar_number(tree.text_of(value));
  }
  return linear_color(color);
}

// rgb(224, 220, 208) and rgba(224, 220, 208, 0.5).
std::optional<Color> function_color(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
  if (text.substr(0, open) != "rgb" && text.substr(0, open) != "rgba") return std::nullopt;
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  Color color{-1, -1, -1, 1};
  for (double& component : color) {
    const std::size_t begin = std::min(rest.find_first_not_of(" ,"), rest.size());
    const std::size_t end = std::min(rest.find_first_of(" ,", begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    if (word.empty()) break;
    const ScalarType type = scalar_type(word, true);
    if (type != ScalarType::Int && type != ScalarType::Float) return std::nullopt;
    component = scalar_number(word);
  }
  return rest.find_first_not_of(' ') == std::string_view::npos ? linear_color(color) : std::nullopt;
}

std::optional<Color> written_color(std::string_view text) {
  const auto hex = hex_color(text);
  return hex ? hex : function_color(text);
}

std::optional<Color> color_at(const Tree& tree, NodeId node) {
  switch (tree[node].kind) {
    case NodeKind::Mapping:
      return named_color(tree, node);
    case NodeKind::Sequence:
      return listed_color(tree, node);
    case NodeKind::Scalar:
      return written_color(tree.text_of(node));
    case NodeKind::Alias:
      return std::nullopt;
  }
  unreachable();
}

}  // namespace

double linear_component(unsigned srgb) { return srgb_to_linear[srgb] / 10000.0; }

std::optional<MeantColor> color_meant_at(const Tree& tree, NodeId node) {
  const auto color = color_at(tree, node);
  if (!color) return std::nullopt;
  if (tree[node].kind == NodeKind::Scalar) return MeantColor{*color};
  // Numbers that stay what they are.
  bool is_same = true;
  for (NodeId one = node + 1; one < tree[node].after; ++one) {
    const NodeId value = tree.resolve(one);
    if (is_number(tree, value)) is_same = is_same && is_share(scalar_number(tree.text_of(value)));
  }
  return MeantColor{*color, is_same};
}

std::string help_for_color(const Tree& tree, NodeId node) {
  if (is_null(tree, node)) {
    return fmt::format("{}; without quotes a '#' begins a comment", general_help);
  }
  const auto color = color_at(tree, node);
  if (!color) return std::string(general_help);
  return fmt::format("components are linear: write {}", list_text(*color));
}

std::string help_for_bare_color(const Tree& tree, NodeId node) {
  const auto color = color_at(tree, node);
  return color ? fmt::format("components are linear: write {{{}}}", list_text(*color))
               : std::string();
}

}  // namespace rigy::language

#include "editor/colors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "document/srgb_table.hpp"
#include "syntax/scalar.hpp"
#include "text/number_text.hpp"

namespace rigy::tools {
namespace {

constexpr double table_unit = 10000;  // of srgb_to_linear

// The screen component whose linear value is nearest.
double screen_component(double linear) {
  const double wanted = std::clamp(linear, 0.0, 1.0) * table_unit;
  const auto above = std::lower_bound(srgb_to_linear.begin(), srgb_to_linear.end(), wanted);
  auto at = static_cast<std::size_t>(above - srgb_to_linear.begin());
  if (at > 0 && wanted - srgb_to_linear[at - 1] < srgb_to_linear[at] - wanted) --at;
  return static_cast<double>(at) / 255;
}

double linear_component(double screen) {
  const auto at = static_cast<std::size_t>(std::floor(std::clamp(screen, 0.0, 1.0) * 255 + 0.5));
  return srgb_to_linear[at] / table_unit;
}

std::optional<double> number_of(const Tree& tree, NodeId node) {
  if (tree[node].kind != NodeKind::Scalar) return std::nullopt;
  const ScalarType type = scalar_type(tree.text_of(node), tree[node].plain);
  if (type != ScalarType::Int && type != ScalarType::Float) return std::nullopt;
  return scalar_number(tree.text_of(node));
}

std::optional<std::array<double, 4>> screen_color(const Tree& tree, NodeId list) {
  std::array<double, 4> color{};
  NodeId element = list + 1;
  for (std::size_t i = 0; i < color.size(); ++i, ++element) {
    const std::optional<double> value = number_of(tree, element);
    if (!value) return std::nullopt;
    color[i] = i == 3 ? std::clamp(*value, 0.0, 1.0) : screen_component(*value);
  }
  return color;
}

}  // namespace

std::vector<DocumentColor> colors_of(const OpenDocument& document) {
  std::vector<DocumentColor> colors;
  const Tree& tree = document.tree();
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    const Field* field = document.meanings[node].field;
    if (field == nullptr || field->name != "base_color") continue;
    if (tree[node].kind != NodeKind::Sequence || tree[node].size != 4) continue;
    const std::optional<std::array<double, 4>> color = screen_color(tree, node);
    if (color) colors.push_back({document.authored.ranges[node], *color});
  }
  return colors;
}

std::string linear_color_text(const std::array<double, 4>& screen) {
  std::string text = "[";
  for (std::size_t i = 0; i < 3; ++i) {
    append_shortest(text, linear_component(screen[i]));
    text += ", ";
  }
  append_shortest(text, std::floor(screen[3] * 100 + 0.5) / 100);
  return text + "]";
}

}  // namespace rigy::tools

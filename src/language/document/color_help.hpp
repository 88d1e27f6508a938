// Help for colors that are not written as lists of four linear numbers.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "syntax/tree.hpp"

namespace rigy::language {

// An sRGB component from 0 to 255 as the linear number to write.
[[nodiscard]] double linear_component(unsigned srgb);

// The linear color that is meant at `node`: red, green, blue and alpha. `is_certain`: not a list of
// numbers up to 255, which may be a slip.
struct MeantColor {
  std::array<double, 4> linear{};
  bool is_certain = true;
};
[[nodiscard]] std::optional<MeantColor> color_meant_at(const Tree& tree, NodeId node);

// What to write instead of the color at `node`: "#e0dcd0", {r, g, b, a}, a list of another length
// or of numbers up to 255, …
[[nodiscard]] std::string help_for_color(const Tree& tree, NodeId node);

// The same for a material that is only a color; empty if it is not.
[[nodiscard]] std::string help_for_bare_color(const Tree& tree, NodeId node);

}  // namespace rigy::language

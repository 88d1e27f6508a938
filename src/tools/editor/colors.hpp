// The colors of materials, between the linear numbers of documents and the screen colors of
// pickers.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "editor/open_document.hpp"

namespace rigy::tools {

struct DocumentColor {
  ByteRange range;
  std::array<double, 4> screen{};  // red, green, blue, alpha from 0 to 1
};
[[nodiscard]] std::vector<DocumentColor> colors_of(const OpenDocument& document);

// "[0.5, 0.2, 0.1, 1]", linear, from a screen color.
[[nodiscard]] std::string linear_color_text(const std::array<double, 4>& screen);

}  // namespace rigy::tools

// Tables of text with aligned columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools_floor.hpp"

namespace rigy::tools {

enum class Style : std::uint8_t { Plain, Strong, Faint, Good, Bad, Doubtful };

// What a style begins with on a terminal.
[[nodiscard]] std::string_view color_of(Style style);
// Styled text, if colors are wanted.
[[nodiscard]] std::string styled(std::string_view text, Style style, bool color);

struct TableCell {
  std::string text;  // may contain anything; shown so that it does no harm on a terminal
  Style style = Style::Plain;
  bool right = false;  // aligned to the right
};

class Table {
 public:
  void add(std::vector<TableCell> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  // Each row on a line of its own, indented by two columns.
  [[nodiscard]] std::string text(bool color) const;

 private:
  std::vector<std::vector<TableCell>> rows_;
};

}  // namespace rigy::tools

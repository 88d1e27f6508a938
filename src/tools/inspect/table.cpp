#include "inspect/table.hpp"

#include <algorithm>

#include "common/unreachable.hpp"
#include "text/terminal_text.hpp"

namespace rigy::tools {
namespace {

// Wider columns do not push the others away; only their own row moves.
constexpr std::size_t widest = 48;

std::string shown(const TableCell& cell) {
  std::string text;
  append_terminal_text(text, cell.text);
  return text;
}

}  // namespace

std::string_view color_of(Style style) {
  switch (style) {
    case Style::Plain:
      return "";
    case Style::Strong:
      return "\x1b[1m";
    case Style::Faint:
      return "\x1b[2m";
    case Style::Good:
      return "\x1b[32m";
    case Style::Bad:
      return "\x1b[1;31m";
    case Style::Doubtful:
      return "\x1b[1;33m";
  }
  unreachable();
}

std::string styled(std::string_view text, Style style, bool color) {
  std::string out;
  const bool is_styled = color && style != Style::Plain && !text.empty();
  if (is_styled) out += color_of(style);
  out += text;
  if (is_styled) out += "\x1b[0m";
  return out;
}

std::string Table::text(bool color) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], std::min(widest, columns_of(shown(row[i]))));
    }
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line = "  ";
    std::size_t spaces = 0;  // owed, so that no line ends with spaces
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = shown(row[i]);
      const std::size_t columns = columns_of(cell);
      const std::size_t missing = widths[i] > columns ? widths[i] - columns : 0;
      if (row[i].right) spaces += missing;
      if (columns > 0) {
        line.append(spaces, ' ').append(styled(cell, row[i].style, color));
        spaces = 0;
      }
      spaces += (row[i].right ? 0 : missing) + 2;
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace rigy::tools

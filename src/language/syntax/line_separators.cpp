#include "syntax/line_separators.hpp"

#include <cstddef>

#include "text/code_points.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

constexpr std::size_t max_listed = 100;
constexpr char32_t next_line = 0x85;
constexpr char32_t line_separator = 0x2028;

bool has_separators(std::string_view text) {
  for (const std::string_view one : {"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"}) {
    if (text.find(one) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::vector<LineSeparator> line_separators_in(std::string_view text) {
  std::vector<LineSeparator> found;
  // Hardly any text has them; then there is nothing to search.
  if (!has_separators(text)) return found;
  Position at{1, 1};
  for (std::size_t offset = 0; offset < text.size() && found.size() < max_listed;) {
    const std::size_t length = line_break_length(text, offset);
    const bool carriage_return = text[offset] == '\r';
    const char32_t point = next_code_point(text, offset);
    if (length > 1 && !carriage_return) found.push_back({at, point});
    // In "\r\n" the first character does not end the line yet.
    if (length == 0 || (length == 2 && carriage_return)) {
      ++at.column;
    } else {
      at = {at.line + 1, 1};
    }
  }
  return found;
}

std::string_view escape_of(const LineSeparator& separator) {
  if (separator.point == next_line) return "\\N";
  return separator.point == line_separator ? "\\L" : "\\P";
}

}  // namespace rigy::language

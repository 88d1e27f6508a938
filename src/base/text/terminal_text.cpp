#include "text/terminal_text.hpp"

#include <iterator>

#include <fmt/format.h>

#include "text/code_points.hpp"

namespace rigy::base {

bool is_unsafe_in_terminals(char32_t point) {
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return true;
  return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
         point == 0x2028 || point == 0x2029 || point == 0x200e || point == 0x200f;
}

void append_terminal_text(std::string& out, std::string_view utf8) {
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t point = next_code_point(utf8, at);
    if (point == '\n') {
      out += "\\n";
    } else if (is_unsafe_in_terminals(point)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(point));
    } else {
      append_code_point(out, point);
    }
  }
}

std::string terminal_text(std::string_view utf8) {
  std::string out;
  append_terminal_text(out, utf8);
  return out;
}

std::size_t columns_of(std::string_view utf8) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < utf8.size(); ++columns) {
    static_cast<void>(next_code_point(utf8, at));
  }
  return columns;
}

}  // namespace rigy::base

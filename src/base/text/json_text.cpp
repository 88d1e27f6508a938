#include "text/json_text.hpp"

#include <cstddef>
#include <cstdint>

#include "text/code_points.hpp"

namespace rigy::base {
namespace {

void append_unit(std::string& out, std::uint32_t unit) {
  constexpr char digits[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[(unit >> shift) & 0xf];
}

void append_escaped(std::string& out, char32_t point) {
  switch (point) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (point < 0x10000) {
    append_unit(out, point);
  } else {
    append_unit(out, 0xd800 + ((point - 0x10000) >> 10));
    append_unit(out, 0xdc00 + ((point - 0x10000) & 0x3ff));
  }
}

bool is_plain(char byte) { return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\'; }

void append(std::string& out, std::string_view utf8, bool ascii_only) {
  out += '"';
  for (std::size_t at = 0; at < utf8.size();) {
    std::size_t end = at;
    while (end < utf8.size() && is_plain(utf8[end])) ++end;
    out.append(utf8, at, end - at);
    at = end;
    if (at == utf8.size()) break;
    const char32_t point = next_code_point(utf8, at);
    if (point < 0x80 || ascii_only) {
      append_escaped(out, point);
    } else {
      append_code_point(out, point);
    }
  }
  out += '"';
}

}  // namespace

void append_json_string_ascii(std::string& out, std::string_view utf8) { append(out, utf8, true); }

void append_json_string(std::string& out, std::string_view utf8) { append(out, utf8, false); }

}  // namespace rigy::base

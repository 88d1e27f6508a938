#include "expand/yaml_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "syntax/scalar.hpp"
#include "text/code_points.hpp"
#include "text/terminal_text.hpp"

namespace rigy::language {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// YAML 1.1 takes these for booleans.
bool is_old_boolean(std::string_view text) {
  constexpr auto words = std::to_array<std::string_view>({"yes", "no", "on", "off"});
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::find(words.begin(), words.end(), lower) != words.end();
}

bool is_plain(std::string_view text) {
  if (text.empty() || !is_letter(text[0]) || is_old_boolean(text)) return false;
  const bool simple = std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '/' || c == '-' || c == '@';
  });
  return simple && scalar_type(text, true) == ScalarType::String;
}

// What YAML would not read again, and what must not reach a terminal.
bool needs_escape(char32_t point) {
  return is_unsafe_in_terminals(point) || point == 0xfeff || point == 0xfffe || point == 0xffff;
}

}  // namespace

void append_yaml_text(std::string& out, std::string_view utf8) {
  if (is_plain(utf8)) {
    out += utf8;
    return;
  }
  out += '"';
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t point = next_code_point(utf8, at);
    if (point == '"' || point == '\\') {
      out += '\\';
      out += static_cast<char>(point);
    } else if (needs_escape(point)) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point));
    } else {
      append_code_point(out, point);
    }
  }
  out += '"';
}

std::string yaml_text(std::string_view utf8) {
  std::string text;
  append_yaml_text(text, utf8);
  return text;
}

}  // namespace rigy::language

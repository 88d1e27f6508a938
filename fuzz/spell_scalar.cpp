#include "fuzz/spell_scalar.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "syntax/scalar.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::string_view bytes;
};

// `text` is valid UTF-8.
std::vector<CodePoint> code_points_of(std::string_view text) {
  std::vector<CodePoint> points;
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    std::uint32_t value = size == 1 ? lead : lead & (0xffu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
      value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
    }
    points.push_back({value, text.substr(0, size)});
    text.remove_prefix(size);
  }
  return points;
}

// Controls, and what YAML takes for a line break or does not print.
bool needs_escape(std::uint32_t point) {
  return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x2028 || point == 0x2029 ||
         point == 0xfeff;
}

bool is_printable(std::string_view text) {
  const std::vector<CodePoint> points = code_points_of(text);
  return std::none_of(points.begin(), points.end(),
                      [](const CodePoint& point) { return needs_escape(point.value); });
}

// Accepts fewer texts than YAML does, but none that YAML forbids.
bool fits_plain(std::string_view text) {
  if (text.empty() || text.ends_with(' ') || !is_printable(text)) return false;
  const auto is_letter = [](char c) {
    return (c & 0x80) != 0 || c == '_' || std::isalpha(static_cast<unsigned char>(c)) != 0;
  };
  const auto is_inner = [&](char c) {
    return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' ||
           c == '.' || c == '/' || c == ' ';
  };
  return is_letter(text[0]) && std::all_of(text.begin(), text.end(), is_inner) &&
         scalar_type(text, true) == ScalarType::String;
}

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + "'";
}

std::string escaped(std::uint32_t point, Decisions& style) {
  if (point == '\t' && style.flip()) return "\\t";
  if (point == '\n' && style.flip()) return "\\n";
  if (point <= 0xff && style.flip()) return fmt::format("\\x{:02x}", point);
  if (point <= 0xffff && style.flip()) return fmt::format("\\u{:04X}", point);
  return fmt::format("\\U{:08x}", point);
}

std::string double_quoted(std::string_view text, Decisions& style) {
  std::string out = "\"";
  const bool escapes = style.one_in(4);
  for (const CodePoint& point : code_points_of(text)) {
    if (needs_escape(point.value) || (escapes && style.one_in(3))) {
      out += escaped(point.value, style);
    } else {
      if (point.value == '"' || point.value == '\\') out += '\\';
      out += point.bytes;
    }
  }
  return out + "\"";
}

std::string with_point(const std::string& digits) {
  return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

bool is_whole(double value) { return std::abs(value) < 1e15 && value == std::trunc(value); }

// With as many digits as needed, or more.
std::string exponent_form(double value, Decisions& style) {
  std::string text = fmt::format("{:.{}e}", value, 17 + style.below(4));
  if (style.flip()) std::replace(text.begin(), text.end(), 'e', 'E');
  return text;
}

}  // namespace

std::string spell_integer(std::int64_t value, Decisions& style) {
  switch (style.below(8)) {
    case 5:
      return fmt::format("+{}", value);
    case 6:
      return fmt::format("0x{:x}", value);
    case 7:
      return style.flip() ? fmt::format("0o{:o}", value) : fmt::format("00{}", value);
    default:
      return fmt::format("{}", value);
  }
}

std::string spell_json_real(double value, Decisions& style) {
  const std::string shortest = fmt::format("{}", value);
  switch (style.below(6)) {
    case 3:
      return exponent_form(value, style);
    case 4:
      return is_whole(value) && !std::signbit(value) ? fmt::format("{:.0f}", value)
                                                     : with_point(shortest);
    case 5:
      return fmt::format("{:.17e}", value);
    default:
      return with_point(shortest);
  }
}

std::string spell_real(double value, Decisions& style) {
  std::string text = with_point(fmt::format("{}", value));
  const bool negative_zero = value == 0 && std::signbit(value);
  switch (style.below(8)) {
    case 2:
      // The integer -0 is 0.
      if (value == 0 && !negative_zero && style.one_in(3)) return "-0";
      return is_whole(value) && !negative_zero ? fmt::format("{:.0f}", value) : text;
    case 3:
      text = exponent_form(value, style);
      break;
    case 4:
      if (text.find('e') == std::string::npos) text += "000";
      break;
    case 5:
      if (text.starts_with("0.") && text.size() > 2) text.erase(0, 1);
      break;
    case 6:
      if (text.ends_with(".0")) text.pop_back();
      break;
    default:
      return text;
  }
  return text[0] != '-' && style.one_in(4) ? "+" + text : text;
}

std::string spell_text(std::string_view text, Decisions& style) {
  const std::size_t form = style.below(3);
  if (form == 0 && fits_plain(text)) return std::string(text);
  if (form == 1 && is_printable(text)) return single_quoted(text);
  return double_quoted(text, style);
}

std::string spell_json_text(std::string_view text, Decisions& style) {
  std::string out = "\"";
  const bool escapes = style.one_in(4);
  for (const CodePoint& point : code_points_of(text)) {
    if (point.value >= 0x20 && !(escapes && style.one_in(3))) {
      if (point.value == '"' || point.value == '\\') out += '\\';
      out += point.bytes;
    } else if (point.value > 0xffff) {
      const std::uint32_t rest = point.value - 0x10000;
      out += fmt::format("\\u{:04x}\\u{:04X}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
    } else {
      out += fmt::format("\\u{:04x}", point.value);
    }
  }
  return out + "\"";
}

bool fits_block_scalar(std::string_view text) {
  return !text.empty() && text[0] != ' ' && text[0] != '\t' && is_printable(text);
}

}  // namespace rigy::fuzz

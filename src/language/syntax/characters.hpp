// What the characters of a text mean to the lexer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

enum CharClass : std::uint8_t {
  EndsPlain = 1,      // may end a plain scalar, or needs a closer look
  EndsFlowPlain = 2,  // the same between brackets
  EndsSingle = 4,     // ends a stretch of a text in single quotes
  EndsDouble = 8,     // or in double quotes
  Name = 16,          // a letter, a digit, '-' or '_'
  Uri = 32,
};

inline constexpr auto char_classes = [] {
  std::array<std::uint8_t, 256> table{};
  const auto add = [&table](std::string_view characters, int bits) {
    for (const char c : characters) {
      auto& entry = table[static_cast<unsigned char>(c)];
      entry = static_cast<std::uint8_t>(entry | bits);
    }
  };
  using namespace std::string_view_literals;
  add(" \t\n\r:\0"sv, EndsPlain | EndsFlowPlain);
  add(",[]{}", EndsFlowPlain);
  add("\n\r\0'"sv, EndsSingle);
  add("\n\r\0\"\\"sv, EndsDouble);
  for (std::size_t c = 0x80; c < 256; ++c) {
    table[c] = EndsPlain | EndsFlowPlain | EndsSingle | EndsDouble;
  }
  add("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-", Name | Uri);
  add(";/?:@&=+$.%!~*'()", Uri);
  return table;
}();

[[nodiscard]] inline bool is(char c, CharClass wanted) {
  return (char_classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

[[nodiscard]] inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
[[nodiscard]] inline bool is_flow_indicator(char c) {
  return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}
// Whether the byte is not the first of its character.
[[nodiscard]] inline bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

[[nodiscard]] inline int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace rigy::language

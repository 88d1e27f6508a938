#include "expand/number_text.hpp"

#include <algorithm>

#include <fmt/compile.h>

namespace rigy::language {

std::string_view number_text(double value, NumberBuffer& buffer) {
  char* const begin = buffer.data();
  char* end = fmt::format_to(begin, FMT_COMPILE("{}"), value);
  const bool is_whole = std::none_of(begin, end, [](char c) { return c == '.' || c == 'e'; });
  if (is_whole) {
    *end++ = '.';
    *end++ = '0';
  }
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::string_view whole_text(std::int64_t value, NumberBuffer& buffer) {
  char* const begin = buffer.data();
  const char* const end = fmt::format_to(begin, FMT_COMPILE("{}"), value);
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace rigy::language

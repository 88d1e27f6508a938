#include "tables/version.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rigy::language {
namespace {

bool is_decimal(std::string_view text) {
  if (text.empty() || (text[0] == '0' && text.size() > 1)) return false;
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Saturates: any version beyond the known ones is equally unknown.
int to_int(std::string_view digits) {
  constexpr int most = 1'000'000;
  int value = 0;
  for (const char c : digits) value = std::min(most, value * 10 + (c - '0'));
  return value;
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view major = text.substr(0, dot);
  const std::string_view minor = text.substr(dot + 1);
  if (!is_decimal(major) || !is_decimal(minor)) return std::nullopt;
  return Version{to_int(major), to_int(minor)};
}

std::string version_text(Version version) {
  return fmt::format("{}.{}", version.major, version.minor);
}

}  // namespace rigy::language

// The versions of the language.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "language_floor.hpp"

// The newest version that is fully supported; defined only here. A macro, so that texts can include
// it at compile time.
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define RIGY_NEWEST_MINOR 13
#define RIGY_TEXT_OF(number) #number
#define RIGY_VERSION_TEXT(minor) "0." RIGY_TEXT_OF(minor)
#define RIGY_NEWEST_VERSION RIGY_VERSION_TEXT(RIGY_NEWEST_MINOR)
// The only version of the scene language.
#define RIGY_RIGS_VERSION "0.1"
// The only version of the motion language.
#define RIGY_RIGM_VERSION "0.1"
// NOLINTEND(cppcoreguidelines-macro-usage)

namespace rigy::language {

struct Version {
  int major = 0;
  int minor = 0;

  friend constexpr auto operator<=>(const Version&, const Version&) = default;
};

inline constexpr Version oldest_version{0, 1};
inline constexpr Version newest_version{0, RIGY_NEWEST_MINOR};
inline constexpr Version rigs_version{0, 1};

// All of them, from the oldest on.
inline constexpr auto all_versions = [] {
  std::array<Version, newest_version.minor> versions{};
  for (Version& version : versions) version = {0, static_cast<int>(&version - versions.data()) + 1};
  return versions;
}();

[[nodiscard]] constexpr std::span<const Version> versions_before(Version version) {
  return std::span(all_versions).first(static_cast<std::size_t>(version.minor - 1));
}
[[nodiscard]] constexpr std::span<const Version> versions_from(Version version) {
  return std::span(all_versions).subspan(static_cast<std::size_t>(version.minor - 1));
}

// "0.10" as numbers; nothing if the text has another form. Numbers beyond every version saturate.
[[nodiscard]] std::optional<Version> parse_version(std::string_view text);
[[nodiscard]] std::string version_text(Version version);

}  // namespace rigy::language

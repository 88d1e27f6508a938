// The versions of the language.
#pragma once

#include <optional>
#include <string_view>

namespace rigy {

struct Version {
  int major = 0;
  int minor = 0;

  friend auto operator<=>(const Version&, const Version&) = default;
};

// The newest one that is compiled as what it is.
inline constexpr Version newest_version{0, 12};

// "0.10" as numbers; nothing if it is not of that form. Numbers beyond every version saturate.
[[nodiscard]] std::optional<Version> parse_version(std::string_view text);

}  // namespace rigy

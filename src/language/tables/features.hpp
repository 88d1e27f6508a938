// What each version of the language added, and which diagnostics it renumbered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tables/version.hpp"

namespace rigy::language {

// Earlier versions restrict nothing: a document of 0.1 may use everything that 0.6 has (D1).
inline constexpr Version first_gating_version{0, 7};

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
enum class Feature : std::uint8_t {
#define RIGY_FEATURE(name, minor, refusal, text) name,
#include "tables/features.def"
#undef RIGY_FEATURE
};

struct FeatureInfo {
  Version since;
  std::string_view refusal;  // the diagnostic that refuses it in an older document
  std::string_view text;
};

inline constexpr FeatureInfo features[] = {
#define RIGY_FEATURE(name, minor, refusal, text) {{0, minor}, refusal, text},
#include "tables/features.def"
#undef RIGY_FEATURE
};
// NOLINTEND(cppcoreguidelines-macro-usage)

[[nodiscard]] constexpr const FeatureInfo& info_of(Feature feature) {
  return features[static_cast<std::size_t>(feature)];
}
[[nodiscard]] constexpr Version since(Feature feature) { return info_of(feature).since; }

// Whether a document of that version has what the feature added.
[[nodiscard]] constexpr bool has(Version version, Feature feature) {
  return version >= since(feature);
}

// Whether that version added it.
[[nodiscard]] constexpr bool is_new_in(Version version, Feature feature) {
  return version == since(feature);
}

// Whether older documents must not use the feature.
[[nodiscard]] constexpr bool is_gated(Feature feature) {
  return since(feature) >= first_gating_version;
}

// Whether a document of that version must not use the feature.
[[nodiscard]] constexpr bool is_too_new(Feature feature, Version version) {
  return is_gated(feature) && !has(version, feature);
}

// From `since` on, what was reported as `before` is reported as `after`.
struct RenumberedId {
  std::string_view before;
  std::string_view after;
  Version since;
};
[[nodiscard]] std::span<const RenumberedId> renumbered_ids();

// The id that a document of that version gets where older ones get `id`.
[[nodiscard]] std::string_view id_in(Version version, std::string_view id);

}  // namespace rigy::language

// What each version of the language added, and which diagnostics it renumbered.
#pragma once

#include <span>
#include <string_view>

#include "tables/version.hpp"

namespace rigy::language {

// Earlier versions restrict nothing: a document of 0.1 may use everything that 0.6 has (D1).
inline constexpr Version first_gating_version{0, 7};

// The versions that changed more than the fields.
inline constexpr Version degrees_version{0, 7};  // rotation_degrees
inline constexpr Version uv_sets_version{0, 8};
inline constexpr Version wedge_version{0, 9};
inline constexpr Version repeat_version{0, 10};  // and params
inline constexpr Version macro_version{0, 11};   // and aabb
// Expressions, canonical rotations, a glTF primitive and a material for each primitive.
inline constexpr Version expression_version{0, 12};
inline constexpr Version surface_version{0, 13};  // implicit surfaces

// A field, a value or a kind of syntax.
struct Feature {
  std::string_view name;  // "uv_roles", "type: wedge"
  Version since;
  // The diagnostic that refuses this feature in a document of an older version; empty if it is not
  // refused.
  std::string_view refusal = {};
};

// In the order of versions.
[[nodiscard]] std::span<const Feature> features();

// From `since` on, what was reported as `before` is reported as `after`.
struct RenumberedId {
  std::string_view before;
  std::string_view after;
  Version since;
};
[[nodiscard]] std::span<const RenumberedId> renumbered_ids();

// The id that a document of that version gets where older ones get `id`.
[[nodiscard]] std::string_view id_in(Version version, std::string_view id);

// Whether a document of that version must not use what `since` introduced.
[[nodiscard]] constexpr bool is_too_new(Version since, Version version) {
  return since >= first_gating_version && version < since;
}

}  // namespace rigy::language

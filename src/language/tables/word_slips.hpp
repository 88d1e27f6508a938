// Words that authors write where the language has others, and what to write instead.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

#include "tables/constant_text.hpp"
#include "tables/words.hpp"

namespace rigy::language {

// clang-format off

// "meshes are made of primitives: box, sphere, … and implicit_surface"
inline constexpr auto made_of_primitives_text = [] {
  ConstantText<200> text("meshes are made of primitives: ");
  const std::size_t count = std::size(primitive_type_words);
  for (std::size_t i = 0; i < count; ++i) {
    text.append(i == 0 ? "" : i + 1 == count ? " and " : ", ");
    text.append(primitive_type_words[i].name);
  }
  return text;
}();
inline constexpr std::string_view made_of_primitives = made_of_primitives_text.view();

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
inline constexpr WordSlip primitive_type_slips[] = {
#define RIGY_SHAPE(...)
#define RIGY_SHAPE_SLIP(word, help) {word, help},
#include "tables/shapes.def"
#undef RIGY_SHAPE_SLIP
#undef RIGY_SHAPE
};
// NOLINTEND(cppcoreguidelines-macro-usage)

inline constexpr WordSlip op_kind_slips[] = {
    {"union", "write op: add"},
    {"difference", "write op: subtract"},
    {"sub", "write op: subtract"},
};

inline constexpr WordSlip units_slips[] = {
    {"cm", "give all lengths in meters: 1 cm is 0.01"},
    {"centimeters", "give all lengths in meters: 1 cm is 0.01"},
    {"mm", "give all lengths in meters: 1 mm is 0.001"},
    {"millimeters", "give all lengths in meters: 1 mm is 0.001"},
    {"m", "write units: meters"},
    {"Meters", "write units: meters"},
    {"METERS", "write units: meters"},
    {"Meter", "write units: meters"},
    {"Meters", "write units: meters"},
    {"metres", "write units: meters"},
    {"meter", "write units: meters"},
};

inline constexpr WordSlip up_slips[] = {
    {"Z", "y is up: write a point [x, y, z] of a z-up model as [x, z, -y]"},
    {"y", "write up: Y"},
};

inline constexpr WordSlip solver_slips[] = {
    {"linear", "write skinning_solver: lbs"},
    {"dual_quaternion", "write skinning_solver: dqs"},
};

// clang-format on

}  // namespace rigy::language

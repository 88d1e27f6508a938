#pragma once

#include <array>
#include <span>

#include "model_floor.hpp"

namespace rigy::model {

// Sine and cosine of every angle in the tessellation profile. They are constants, so that no vertex
// depends on a machine's trigonometry. Each is the correctly rounded value for the angle as
// binary64 arithmetic yields it (hence sin(pi) is not zero), with one exception noted below.
struct CircleEntry {
  double sin;
  double cos;
};

// Column `seg` of a surface: phi = ((2*pi)*seg)/32. The other angles of the profile are bitwise
// among these, and share the table:
//   sphere latitude      (pi*lat)/16               is column lat, 0 to 16
//   capsule top ring     ((pi/2)*ring)/8           is column ring, 0 to 8
//   capsule bottom ring  (pi/2) + ((pi/2)*ring)/8  is column 8 + ring, 8 to 16
inline constexpr std::array<CircleEntry, 33> columns{{
    {0.0, 1.0},
    {0x1.8f8b83c69a60ap-3, 0x1.f6297cff75cb0p-1},
    {0x1.87de2a6aea963p-2, 0x1.d906bcf328d46p-1},
    {0x1.1c73b39ae68c8p-1, 0x1.a9b66290ea1a3p-1},
    {0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
    {0x1.a9b66290ea1a3p-1, 0x1.1c73b39ae68c9p-1},
    {0x1.d906bcf328d46p-1, 0x1.87de2a6aea964p-2},
    {0x1.f6297cff75cb0p-1, 0x1.8f8b83c69a60dp-3},
    {1.0, 0x1.1a62633145c07p-54},
    {0x1.f6297cff75cb0p-1, -0x1.8f8b83c69a608p-3},
    {0x1.d906bcf328d46p-1, -0x1.87de2a6aea962p-2},
    // The canonical files hold this sine; the correctly rounded one would end in ...1a5.
    {0x1.a9b66290ea1a4p-1, -0x1.1c73b39ae68c6p-1},
    {0x1.6a09e667f3bcdp-1, -0x1.6a09e667f3bccp-1},
    {0x1.1c73b39ae68c8p-1, -0x1.a9b66290ea1a4p-1},
    {0x1.87de2a6aea965p-2, -0x1.d906bcf328d46p-1},
    {0x1.8f8b83c69a617p-3, -0x1.f6297cff75cb0p-1},
    {0x1.1a62633145c07p-53, -1.0},
    {-0x1.8f8b83c69a60ep-3, -0x1.f6297cff75cb0p-1},
    {-0x1.87de2a6aea961p-2, -0x1.d906bcf328d47p-1},
    {-0x1.1c73b39ae68c6p-1, -0x1.a9b66290ea1a5p-1},
    {-0x1.6a09e667f3bccp-1, -0x1.6a09e667f3bcep-1},
    {-0x1.a9b66290ea1a3p-1, -0x1.1c73b39ae68c8p-1},
    {-0x1.d906bcf328d44p-1, -0x1.87de2a6aea96dp-2},
    {-0x1.f6297cff75cafp-1, -0x1.8f8b83c69a619p-3},
    {-1.0, -0x1.a79394c9e8a0ap-53},
    {-0x1.f6297cff75cb0p-1, 0x1.8f8b83c69a60cp-3},
    {-0x1.d906bcf328d45p-1, 0x1.87de2a6aea967p-2},
    {-0x1.a9b66290ea1a5p-1, 0x1.1c73b39ae68c5p-1},
    {-0x1.6a09e667f3bcep-1, 0x1.6a09e667f3bcbp-1},
    {-0x1.1c73b39ae68c8p-1, 0x1.a9b66290ea1a3p-1},
    {-0x1.87de2a6aea96ep-2, 0x1.d906bcf328d44p-1},
    {-0x1.8f8b83c69a61bp-3, 0x1.f6297cff75cafp-1},
    {-0x1.1a62633145c07p-52, 1.0},
}};

inline constexpr std::span<const CircleEntry, 17> latitudes{columns.data(), 17};
inline constexpr std::span<const CircleEntry, 9> top_rings{columns.data(), 9};
inline constexpr std::span<const CircleEntry, 9> bottom_rings{columns.data() + 8, 9};

}  // namespace rigy::model

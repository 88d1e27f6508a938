// Compares two binary glTF files and describes the first difference.
#pragma once

#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// Empty if the bytes are the same; otherwise a sentence: "mesh 'arm' POSITION[412].z: expected
// -1.7e-18, got 0.0". Content is compared before layout, layout before bytes. `expected` should be
// a valid file, `actual` may be anything.
[[nodiscard]] std::string first_difference(std::string_view expected, std::string_view actual);

}  // namespace rigy::interfaces

// Whether an output is a sound binary glTF that fulfills the guarantees of the language.
#pragma once

#include <string>
#include <string_view>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// The first problem of `glb`, or empty. Checks container and references; finite positions and
// correct bounds; unit normals; indices in range; weights sorted and summing to 1; joints that
// exist in the skin.
[[nodiscard]] std::string check_output(std::string_view glb);

}  // namespace rigy::fuzz

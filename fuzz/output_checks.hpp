// Whether an output is a sound binary glTF that keeps what the language promises.
#pragma once

#include <string>
#include <string_view>

namespace rigy::fuzz {

// What is wrong with `glb`; empty: nothing. Container and references; positions finite and their
// bounds true; normals of unit length; indices in range; weights sorted, of sum 1; joints that the
// skin has.
[[nodiscard]] std::string check_output(std::string_view glb);

}  // namespace rigy::fuzz

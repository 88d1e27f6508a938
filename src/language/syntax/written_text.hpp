// The texts of scalars as they are in the source.
#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/tree.hpp"

namespace rigy::language {

// The number of characters, which is how columns are counted.
[[nodiscard]] std::uint32_t code_points_in(std::string_view utf8);

// Whether the scalar is in the source as its text is: on one line, without escapes and without
// anything that expansion replaced.
[[nodiscard]] bool is_as_written(const Tree& tree, NodeId scalar);

}  // namespace rigy::language

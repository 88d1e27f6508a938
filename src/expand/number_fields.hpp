// Which fields of the language hold numbers.
#pragma once

#include <cstdint>

#include "yaml/tree.hpp"

namespace rigy {

enum class NumberField : std::uint8_t { None, Any, Whole };

// The kind of number expected at the scalar: the value of a field that is a number, or an element
// of one that is a list of numbers.
[[nodiscard]] NumberField number_field_of(const Tree& tree, NodeId scalar);

}  // namespace rigy

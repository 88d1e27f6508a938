// Which fields of the language hold numbers.
#pragma once

#include <cstdint>

#include "yaml/tree.hpp"

namespace rigy {

enum class NumberField : std::uint8_t { None, Any, Whole };

// The kind of number expected at the scalar, which is a field's value or an element of it.
[[nodiscard]] NumberField number_field_of(const Tree& tree, NodeId scalar);

}  // namespace rigy

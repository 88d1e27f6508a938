// Which fields of the language hold numbers.
#pragma once

#include <cstdint>

#include "yaml/tree.hpp"

namespace rigy {

enum class NumberField : std::uint8_t { None, Any, Whole };

// What the field takes that the scalar is the value of, or an element of the value.
[[nodiscard]] NumberField number_field_of(const Tree& tree, NodeId scalar);

}  // namespace rigy

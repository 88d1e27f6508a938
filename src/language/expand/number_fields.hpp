// Which fields of the language hold numbers.
#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/tree.hpp"
#include "tables/type.hpp"

namespace rigy::language {

enum class NumberField : std::uint8_t { None, Any, Whole };

// The kind of number expected at the scalar of a document that is a `root`: the value of a field
// that is a number, or an element of one that is a list of numbers.
[[nodiscard]] NumberField number_field_of(const Tree& tree, NodeId scalar, const Object& root);

// What the numbers of the field with that name measure; None if there is no such field.
[[nodiscard]] Unit unit_of_field(std::string_view name);

// The name of the field that the scalar is the value of, or an element of; empty if it is neither.
[[nodiscard]] std::string_view field_name_of(const Tree& tree, NodeId scalar);

}  // namespace rigy::language

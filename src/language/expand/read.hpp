// Reads the fields of aabb and macros, which are expanded before the document is decoded. Each
// function reports what is wrong and then returns nothing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "math/vec.hpp"
#include "syntax/reporter.hpp"
#include "tables/field_values.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

// Fills values[i] with the node of field i, no_index if it is not given or null. Reports unknown
// (V57) and missing (V34) fields of `owner`; false if there are any, or the node is not a mapping.
[[nodiscard]] bool read_macro_fields(const Reporter& at, NodeId node, std::string_view owner,
                                     const Object& object, std::span<NodeId> values);
template <const Object& object>
[[nodiscard]] std::optional<FieldValues<object>> read_macro_fields(const Reporter& at, NodeId node,
                                                                   std::string_view owner) {
  FieldValues<object> values;
  if (!read_macro_fields(at, node, owner, object, values.nodes)) return std::nullopt;
  return values;
}

[[nodiscard]] std::optional<double> read_finite(const Reporter& at, const FieldValue& value);
[[nodiscard]] std::optional<double> read_positive(const Reporter& at, const FieldValue& value);
// Two numbers, the second greater than the first.
struct Span {
  double start = 0;
  double end = 0;
};
[[nodiscard]] std::optional<Span> read_span(const Reporter& at, const FieldValue& value);
[[nodiscard]] std::optional<Vec3> read_vector(const Reporter& at, const FieldValue& value);
// Words of any version: the caller refuses those that are too new. Null if it is none of them.
[[nodiscard]] const Word* read_choice(const Reporter& at, NodeId node, std::string_view what,
                                      std::span<const Word> words);
[[nodiscard]] inline const Word* read_choice(const Reporter& at, const FieldValue& value) {
  return read_choice(at, value.node, value.what, value.field.type.words);
}
// Empty if it is not text.
[[nodiscard]] std::string_view text_or_empty(const Tree& tree, NodeId node);

}  // namespace rigy::language

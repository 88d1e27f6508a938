// Reads the fields of aabb and macros, which are expanded before the document is decoded. Each
// function reports what is wrong and then returns nothing.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "math/vec.hpp"
#include "syntax/reporter.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

// Fills values[i] with the node of field i, no_index if it is not given or null. Reports unknown
// (V57) and missing (V34) fields of `owner`; false if there are any, or the node is not a mapping.
[[nodiscard]] bool read_macro_fields(const Reporter& at, NodeId node, std::string_view owner,
                                     std::span<const Field> fields, std::span<NodeId> values);

// `what` is the field's name, for messages.
[[nodiscard]] std::optional<double> read_finite(const Reporter& at, NodeId node,
                                                std::string_view what);
[[nodiscard]] std::optional<double> read_positive(const Reporter& at, NodeId node,
                                                  std::string_view what);
// Two numbers, the second greater than the first.
struct Span {
  double start = 0;
  double end = 0;
};
[[nodiscard]] std::optional<Span> read_span(const Reporter& at, NodeId node, std::string_view what);
[[nodiscard]] std::optional<Vec3> read_vector(const Reporter& at, NodeId node,
                                              std::string_view what);
[[nodiscard]] std::optional<std::size_t> read_choice(const Reporter& at, NodeId node,
                                                     std::string_view what,
                                                     std::span<const std::string_view> choices);
// Empty if it is not text.
[[nodiscard]] std::string_view text_or_empty(const Tree& tree, NodeId node);

}  // namespace rigy::language

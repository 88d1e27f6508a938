// What a node of the tree is: the questions that every decoder asks first.
#pragma once

#include <string>

#include "syntax/scalar.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

[[nodiscard]] inline bool is_scalar(const Tree& tree, NodeId node) {
  return tree[node].kind == NodeKind::Scalar;
}

// The type of a node that is a scalar.
[[nodiscard]] inline ScalarType type_of(const Tree& tree, NodeId node) {
  return scalar_type(tree.text_of(node), tree[node].plain);
}

[[nodiscard]] inline bool is_null(const Tree& tree, NodeId node) {
  return is_scalar(tree, node) && type_of(tree, node) == ScalarType::Null;
}

// "the text 'spine'", "the number 7", "a list", …, for messages.
[[nodiscard]] std::string kind_of(const Tree& tree, NodeId node);

}  // namespace rigy::language

#include "syntax/node_kind.hpp"

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "diagnostics/message.hpp"

namespace rigy::language {

namespace {

std::string kind_of_scalar(const Tree& tree, NodeId node) {
  const std::string_view text = tree.text_of(node);
  switch (type_of(tree, node)) {
    case ScalarType::Null:
      return "nothing";
    case ScalarType::Bool:
      return message_of("the boolean {}", text);
    case ScalarType::Int:
    case ScalarType::Float:
      return message_of("the number {}", text);
    case ScalarType::String:
      return message_of("the text '{}'", text);
  }
  unreachable();
}

}  // namespace

std::string kind_of(const Tree& tree, NodeId node) {
  switch (tree[node].kind) {
    case NodeKind::Sequence:
      return "a list";
    case NodeKind::Mapping:
      return "a mapping";
    case NodeKind::Alias:
      return "an alias";
    case NodeKind::Scalar:
      return kind_of_scalar(tree, node);
  }
  unreachable();
}

}  // namespace rigy::language

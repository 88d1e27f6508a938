#include "syntax/bad_bytes.hpp"

#include <algorithm>

namespace rigy::language {

Code code_of_bad_byte(const Tree& tree, Position at, CodeOfScalar code_of_scalar) {
  const auto after =
      std::upper_bound(tree.nodes.begin(), tree.nodes.end(), at,
                       [](Position position, const Node& node) { return position < node.start; });
  if (after == tree.nodes.begin()) return Code::NotUtf8;
  const auto id = static_cast<NodeId>(after - tree.nodes.begin() - 1);
  const bool inside = tree[id].kind == NodeKind::Scalar && at < tree[id].end;
  return inside && code_of_scalar != nullptr ? code_of_scalar(tree, id) : Code::NotUtf8;
}

}  // namespace rigy::language

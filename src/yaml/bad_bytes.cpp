#include "yaml/bad_bytes.hpp"

#include <algorithm>
#include <string>

namespace rigy {
namespace {

// Whether the scalar is a bone id: the specification calls bad UTF-8 there a ValidationError.
bool is_bone_id(const Tree& tree, NodeId id) {
  const std::string path = path_of(tree, id);
  if (path.ends_with(".bone_id") || path.ends_with(".parent")) return true;
  const bool in_bones = path.find(".bones") != std::string::npos;
  return in_bones &&
         (path.starts_with("poses") || (path.starts_with("armatures") && path.ends_with(".id")));
}

}  // namespace

Code code_of_bad_byte(const Tree& tree, Position at) {
  const auto behind =
      std::upper_bound(tree.nodes.begin(), tree.nodes.end(), at,
                       [](Position position, const Node& node) { return position < node.start; });
  if (behind == tree.nodes.begin()) return Code::P02;
  const auto id = static_cast<NodeId>(behind - tree.nodes.begin() - 1);
  const bool inside = tree[id].kind == NodeKind::Scalar && at < tree[id].end;
  return inside && is_bone_id(tree, id) ? Code::X17 : Code::P02;
}

}  // namespace rigy

#include "yaml/tree.hpp"

#include "base/code_points.hpp"

namespace rigy {
namespace {

// A key longer than this, in bytes, is cut off in paths.
constexpr std::size_t max_shown_key = 80;

}  // namespace

bool is_value(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.parent == no_node || tree[node.parent].kind != NodeKind::Mapping) return false;
  // A pair's two nodes share their index; only a value has its key right before it.
  const Node& before = tree[id - 1];
  return before.parent == node.parent && before.index == node.index;
}

std::string path_of(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.parent == no_node) return {};
  std::string path = path_of(tree, node.parent);
  if (tree[node.parent].kind == NodeKind::Sequence) {
    return path + '[' + std::to_string(node.index) + ']';
  }
  if (!path.empty()) path += '.';
  return path + shortened(tree.text_of(is_value(tree, id) ? id - 1 : id), max_shown_key);
}

}  // namespace rigy

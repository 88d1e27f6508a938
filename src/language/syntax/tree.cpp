#include "syntax/tree.hpp"

#include "common/unreachable.hpp"
#include "text/code_points.hpp"

namespace rigy::language {
namespace {

// Longer keys, in bytes, are cut off in paths.
constexpr std::size_t max_shown_key = 80;

std::string shown(const Tree& tree, std::uint32_t begin, std::uint32_t size) {
  return "'" + shortened(tree.stretch(begin, size), max_shown_key) + "'";
}

std::string piece_of_macro(const Tree& tree, const Origin& origin) {
  const std::string macro(tree.stretch(origin.text_begin, origin.text_size));
  std::string piece = "from " + macro + " " + shown(tree, origin.id_begin, origin.id_size);
  if (origin.part_size > 0) piece += ", cutout " + shown(tree, origin.part_begin, origin.part_size);
  return piece;
}

std::string piece_of(const Tree& tree, const Origin& origin) {
  const std::string text = shown(tree, origin.text_begin, origin.text_size);
  switch (origin.kind) {
    case OriginKind::Repetition:
      return "in repetition " + std::to_string(origin.index) + " of " + text;
    case OriginKind::Param:
    case OriginKind::Expression:
      return "from " + text;
    case OriginKind::Aabb:
      return "from aabb";
    case OriginKind::Macro:
      return piece_of_macro(tree, origin);
  }
  unreachable();
}

}  // namespace

bool is_value(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.parent == no_index || tree[node.parent].kind != NodeKind::Mapping) return false;
  // The two nodes of a pair share their index; only a value has its key right before it.
  const Node& before = tree[id - 1];
  return before.parent == node.parent && before.index == node.index;
}

std::string path_of(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.parent == no_index) return {};
  std::string path = path_of(tree, node.parent);
  if (tree[node.parent].kind == NodeKind::Sequence) {
    return path + '[' + std::to_string(node.index) + ']';
  }
  if (!path.empty()) path += '.';
  return path + shortened(tree.text_of(is_value(tree, id) ? id - 1 : id), max_shown_key);
}

NodeId find_value(const Tree& tree, NodeId mapping, std::string_view key) {
  for (NodeId id = mapping + 1; id < tree[mapping].after; id = tree[id + 1].after) {
    if (tree.text_of(id) == key) return tree.resolve(id + 1);
  }
  return no_index;
}

bool is_from_param(const Tree& tree, NodeId id) {
  const OriginId made = tree[id].made;
  return made != written && tree.origin(made).kind == OriginKind::Param;
}

std::string origin_text(const Tree& tree, OriginId made) {
  if (made == written) return {};
  std::string text = " (" + piece_of(tree, tree.origin(made));
  for (OriginId id = tree.origin(made).parent; id != written; id = tree.origin(id).parent) {
    text += ", " + piece_of(tree, tree.origin(id));
  }
  return text + ")";
}

}  // namespace rigy::language

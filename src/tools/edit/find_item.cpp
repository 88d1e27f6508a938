#include "edit/find_item.hpp"

#include <optional>

#include "diagnostics/diagnostics.hpp"
#include "syntax/parse.hpp"

namespace rigy::tools {
namespace {

std::optional<Tree> read(std::string_view text) {
  Source source;
  source.text = text;
  Diagnostics diagnostics;
  return parse_yaml(source, 0, diagnostics);
}

NodeId list_at(const Tree& tree, std::string_view path) {
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree[id].kind == NodeKind::Sequence && path_of(tree, id) == path) return id;
  }
  return no_index;
}

bool has_text(const Tree& tree, NodeId item, std::string_view key, std::string_view value) {
  if (tree[item].kind != NodeKind::Mapping) return false;
  const NodeId found = find_value(tree, item, key);
  return found != no_index && tree[found].kind == NodeKind::Scalar && tree.text_of(found) == value;
}

}  // namespace

std::string find_item(std::string_view text, std::string_view list, std::string_view key,
                      std::string_view value) {
  const std::optional<Tree> tree = read(text);
  const NodeId items = tree ? list_at(*tree, list) : no_index;
  if (items == no_index) return {};
  for (NodeId item = items + 1; item < (*tree)[items].after; item = (*tree)[item].after) {
    if (has_text(*tree, tree->resolve(item), key, value)) return path_of(*tree, item);
  }
  return {};
}

std::size_t list_size(std::string_view text, std::string_view list) {
  const std::optional<Tree> tree = read(text);
  const NodeId items = tree ? list_at(*tree, list) : no_index;
  return items == no_index ? 0 : (*tree)[items].size;
}

}  // namespace rigy::tools

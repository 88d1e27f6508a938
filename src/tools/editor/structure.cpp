#include "editor/structure.hpp"

#include <algorithm>
#include <utility>

namespace rigy::tools {
namespace {

ByteRange joined(ByteRange a, ByteRange b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

class Outliner {
 public:
  explicit Outliner(const OpenDocument& document) : document_(document) {}

  [[nodiscard]] std::vector<OutlineItem> items_in(NodeId parent) const {
    std::vector<OutlineItem> items;
    add_items(parent, items);
    return items;
  }

 private:
  [[nodiscard]] const Tree& tree() const { return document_.tree(); }
  [[nodiscard]] ByteRange range_of(NodeId node) const { return document_.authored.ranges[node]; }

  void add_items(NodeId parent, std::vector<OutlineItem>& items) const;
  void add_pair(NodeId key, std::vector<OutlineItem>& items) const;
  void add_element(NodeId element, std::vector<OutlineItem>& items) const;
  [[nodiscard]] OutlineItem item(NodeId name, NodeId body, ItemKind kind) const;

  const OpenDocument& document_;
};

OutlineItem Outliner::item(NodeId name, NodeId body, ItemKind kind) const {
  OutlineItem item;
  item.name = tree().text_of(name);
  item.kind = kind;
  item.detail = name_of(kind);
  item.name_range = range_of(name);
  item.range = joined(range_of(name), range_of(body));
  item.children = items_in(body);
  return item;
}

// A key that is an id, or a section of the document; the items of other fields belong to the
// object itself.
void Outliner::add_pair(NodeId key, std::vector<OutlineItem>& items) const {
  const Type* type = document_.meanings[key].type;
  if (type != nullptr && type->role == SymbolRole::Definition) {
    items.push_back(item(key, key + 1, type->item));
  } else if (tree()[key].parent == 0 && tree()[key + 1].kind != NodeKind::Scalar) {
    items.push_back(item(key, key + 1, ItemKind::None));
  } else {
    add_items(key + 1, items);
  }
}

void Outliner::add_element(NodeId element, std::vector<OutlineItem>& items) const {
  if (tree()[element].kind == NodeKind::Mapping) {
    for (NodeId key = element + 1; key < tree()[element].after; key = tree()[key + 1].after) {
      const Type* type = document_.meanings[key + 1].type;
      if (type == nullptr || type->kind != TypeKind::Id) continue;
      items.push_back(item(key + 1, element, type->item));
      return;
    }
  }
  add_items(element, items);
}

void Outliner::add_items(NodeId parent, std::vector<OutlineItem>& items) const {
  const Node& node = tree()[parent];
  if (node.kind == NodeKind::Mapping) {
    for (NodeId key = parent + 1; key < node.after; key = tree()[key + 1].after) {
      add_pair(key, items);
    }
  } else if (node.kind == NodeKind::Sequence) {
    for (NodeId element = parent + 1; element < node.after; element = tree()[element].after) {
      add_element(element, items);
    }
  }
}

bool is_collection(const Node& node) {
  return node.kind == NodeKind::Mapping || node.kind == NodeKind::Sequence;
}

}  // namespace

std::vector<OutlineItem> outline_of(const OpenDocument& document) {
  if (document.authored.empty()) return {};
  return Outliner(document).items_in(0);
}

std::vector<FoldedLines> folds_of(const OpenDocument& document) {
  std::vector<FoldedLines> folds;
  const Tree& tree = document.tree();
  for (NodeId node = 1; node < tree.nodes.size(); ++node) {
    if (!is_collection(tree[node])) continue;
    const std::uint32_t end = document.authored.ranges[node].end;
    const std::uint32_t last = position_of(document.authored, end > 0 ? end - 1 : 0).line;
    const NodeId head = is_value(tree, node) ? node - 1 : node;
    const std::uint32_t first = tree[head].start.line;
    if (first < last && (folds.empty() || folds.back().first != first)) {
      folds.push_back({first, last});
    }
  }
  return folds;
}

std::vector<ByteRange> selections_at(const OpenDocument& document, std::size_t offset) {
  std::vector<ByteRange> ranges;
  const Tree& tree = document.tree();
  for (NodeId at = node_at(document.authored, offset); at != no_index; at = tree[at].parent) {
    const ByteRange own = document.authored.ranges[at];
    if (ranges.empty() || ranges.back() != own) ranges.push_back(own);
    if (!is_value(tree, at)) continue;
    const ByteRange pair = joined(document.authored.ranges[at - 1], own);
    if (pair != own) ranges.push_back(pair);
  }
  return ranges;
}

std::vector<FileLink> links_of(const OpenDocument& document) {
  std::vector<FileLink> links;
  const Tree& tree = document.tree();
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    const Type* type = document.meanings[node].type;
    if (type == nullptr || type->kind != TypeKind::Path) continue;
    if (tree[node].kind != NodeKind::Scalar) continue;
    links.push_back({document.authored.ranges[node], std::string(tree.text_of(node))});
  }
  return links;
}

}  // namespace rigy::tools

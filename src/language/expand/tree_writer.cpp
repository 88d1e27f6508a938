#include "expand/tree_writer.hpp"

#include <algorithm>
#include <utility>

#include "common/limits.hpp"

namespace rigy::language {

TreeWriter::TreeWriter(const Tree& from, std::size_t max_nodes)
    : max_nodes_(max_nodes), max_text_(from.text.size() + max_expanded_text) {
  tree_.text = from.text;
  tree_.origins = from.origins;
  tree_.nodes.reserve(from.nodes.size() + from.nodes.size() / 4);
}

void TreeWriter::place(Node& node) {
  if (open_.empty()) {
    node.parent = no_index;
    node.index = 0;
    return;
  }
  Open& in = open_.back();
  node.parent = in.node;
  node.index = in.count;
  in.expects_value = in.is_mapping && !in.expects_value;
  if (!in.expects_value) ++in.count;
}

NodeId TreeWriter::add(Node node) {
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  if (id >= max_nodes_) {
    full_ = true;
    return id - 1;
  }
  place(node);
  node.after = id + 1;
  node.size = 0;
  tree_.nodes.push_back(node);
  return id;
}

void TreeWriter::open(Node node) {
  const NodeId id = add(node);
  open_.push_back({.node = id, .is_mapping = node.kind == NodeKind::Mapping});
}

void TreeWriter::close() {
  const Open done = open_.back();
  open_.pop_back();
  tree_.nodes[done.node].after = static_cast<NodeId>(tree_.nodes.size());
  tree_.nodes[done.node].size = done.count;
}

void TreeWriter::add_refused(const Node& element) {
  Node node;
  node.start = element.start;
  node.end = element.end;
  node.kind = NodeKind::Scalar;
  node.plain = true;
  node.reported = true;
  add(node);
}

void TreeWriter::copy(const Tree& from, NodeId subtree) {
  const Node& top = from[subtree];
  if (top.after - subtree > nodes_left()) {
    full_ = true;
    return;
  }
  const NodeId id = add(top);
  const NodeId shift = id - subtree;  // modulo 2³², as is what is added to it
  tree_.nodes[id].size = top.size;
  tree_.nodes[id].after = top.after + shift;
  for (NodeId one = subtree + 1; one < top.after; ++one) {
    Node& copied = tree_.nodes.emplace_back(from[one]);
    copied.parent += shift;
    copied.after += shift;
  }
}

void TreeWriter::expect(std::size_t nodes) {
  const std::size_t wanted = tree_.nodes.size() + std::min(nodes, nodes_left());
  // At least doubles the capacity, so that many small repeats do not each move everything.
  const std::size_t room = tree_.nodes.capacity();
  if (wanted > room) tree_.nodes.reserve(std::max(wanted, std::min(2 * room, max_nodes_)));
}

OriginId TreeWriter::add_origin(const Origin& origin) {
  tree_.origins.push_back(origin);
  return static_cast<OriginId>(tree_.origins.size());
}

std::uint32_t TreeWriter::add_text(std::string_view text) {
  if (text.size() > max_text_ - tree_.text.size()) {
    full_ = true;
    return 0;
  }
  const auto begin = static_cast<std::uint32_t>(tree_.text.size());
  tree_.text.insert(tree_.text.end(), text.begin(), text.end());
  return begin;
}

void TreeWriter::set_text(Node& node, std::string_view text) {
  node.text_begin = add_text(text);
  node.text_size = full_ ? 0 : static_cast<std::uint32_t>(text.size());
}

Tree TreeWriter::take() && {
  tree_.expanded = tree_.nodes.size();
  return std::move(tree_);
}

}  // namespace rigy::language

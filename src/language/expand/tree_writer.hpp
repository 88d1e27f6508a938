// Builds a tree node by node, in document order.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "syntax/tree.hpp"

namespace rigy::language {

class TreeWriter {
 public:
  // Continues the texts and origins of `from`, so that its nodes can be copied as they are.
  TreeWriter(const Tree& from, std::size_t max_nodes);

  // Adds a node with the marks, text and origin of `node`, as the next element, key or value.
  NodeId add(Node node);
  void open(Node node);
  void close();
  // Adds what stands for an element that is of no use, which has been reported.
  void add_refused(const Node& element);
  // Adds a whole subtree of the tree that this one continues. It has no aliases.
  void copy(const Tree& from, NodeId subtree);

  // Makes room for that many more nodes, as far as possible.
  void expect(std::size_t nodes);

  OriginId add_origin(const Origin& origin);
  // Sets where the text is from now on.
  std::uint32_t add_text(std::string_view text);
  // Makes `text` the text of the node.
  void set_text(Node& node, std::string_view text);

  // There is no room for more nodes or texts; everything added since is lost.
  [[nodiscard]] bool is_full() const { return full_; }
  [[nodiscard]] std::size_t nodes_left() const { return max_nodes_ - tree_.nodes.size(); }
  [[nodiscard]] const Tree& tree() const { return tree_; }
  [[nodiscard]] Node& node(NodeId id) { return tree_.nodes[id]; }
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] Tree take() &&;

 private:
  struct Open {
    NodeId node = no_index;
    std::uint32_t count = 0;
    bool is_mapping = false;
    bool expects_value = false;
  };

  void place(Node& node);

  Tree tree_;
  std::size_t max_nodes_;
  std::size_t max_text_;
  std::vector<Open> open_;
  bool full_ = false;
};

}  // namespace rigy::language

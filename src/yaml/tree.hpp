// The node tree of one YAML file: what libyaml's events say, with every mark kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/diagnostic.hpp"

namespace rigy {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = UINT32_MAX;

enum class NodeKind : std::uint8_t { Scalar, Sequence, Mapping, Alias };

// Nodes lie in document order, children right after their parent. The children of a mapping are
// key, value, key, value; a key is always one scalar node, so a value's key is the node before it.
struct Node {
  Position start;
  Position end;
  std::uint32_t text_begin = 0;  // scalar: its text; alias: the node it stands for
  std::uint32_t text_size = 0;
  NodeId parent = no_node;
  NodeId after = 0;         // the first node after this one's subtree
  std::uint32_t index = 0;  // which element or pair of its parent
  std::uint32_t size = 0;   // number of elements or pairs
  NodeKind kind = NodeKind::Scalar;
  bool plain = false;        // a scalar without quotes
  bool duplicate = false;    // a key that its mapping already had
  bool refused_key = false;  // a key that is not text; that has been reported
};

// A key that its mapping already had, and the one before it.
struct DuplicateKey {
  NodeId key;
  NodeId first;
};

struct Tree {
  std::vector<Node> nodes;  // nodes[0] is the root
  std::vector<char> text;   // all scalar texts, one after the other
  std::vector<DuplicateKey> duplicates;
  std::size_t expanded = 0;  // the number of nodes, aliases counted as what they stand for

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id]; }

  // The node that `id` stands for: itself, or an alias's target.
  [[nodiscard]] NodeId resolve(NodeId id) const {
    return nodes[id].kind == NodeKind::Alias ? nodes[id].text_begin : id;
  }

  [[nodiscard]] std::string_view text_of(NodeId id) const {
    return {text.data() + nodes[id].text_begin, nodes[id].text_size};
  }
};

// Whether the node is the value of a key.
[[nodiscard]] bool is_value(const Tree& tree, NodeId id);

// "meshes[0].primitives[2].dimensions.radius"; empty for the root.
[[nodiscard]] std::string path_of(const Tree& tree, NodeId id);

}  // namespace rigy

// The node tree of one YAML file: libyaml's events, with every mark kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/index.hpp"
#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::language {

using NodeId = std::uint32_t;

enum class NodeKind : std::uint8_t { Scalar, Sequence, Mapping, Alias };

using OriginId = std::uint32_t;
inline constexpr OriginId written = 0;

enum class OriginKind : std::uint8_t { Repetition, Param, Expression, Aabb, Macro };

// How a node that the author did not write was made. The texts are ranges of Tree::text.
struct Origin {
  OriginKind kind{};
  OriginId parent = written;  // how its source was made
  std::uint32_t index = 0;    // Repetition: which one, from 0
  // Repetition: the name of the index. Param, Expression: as written. Macro: its kind.
  std::uint32_t text_begin = 0;
  std::uint32_t text_size = 0;
  // Macro: its id, and the part of it that this is.
  std::uint32_t id_begin = 0;
  std::uint32_t id_size = 0;
  std::uint32_t part_begin = 0;
  std::uint32_t part_size = 0;
};

// Nodes are in document order, children right after their parent. The children of a mapping are
// key, value, key, value; a key is always one scalar node, so a value's key is the node before it.
struct Node {
  Position start;
  Position end;
  std::uint32_t text_begin = 0;  // scalar: its text; alias: the node it refers to
  std::uint32_t text_size = 0;
  NodeId parent = no_index;
  NodeId after = 0;         // the first node after this one's subtree
  std::uint32_t index = 0;  // which element or pair of its parent
  std::uint32_t size = 0;   // number of elements or pairs
  NodeKind kind = NodeKind::Scalar;
  bool plain : 1 = false;        // a scalar without quotes
  bool duplicate : 1 = false;    // a key that its mapping already had
  bool refused_key : 1 = false;  // a key that is not text; that has been reported
  bool reported : 1 = false;     // a value of no use, which has been reported: taken as not given
  OriginId made = written;       // how it was made
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
  std::size_t expanded = 0;     // the number of nodes, aliases counted as their targets
  std::vector<Origin> origins;  // by Node::made - 1

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id]; }

  // The node that `id` refers to: itself, or an alias's target.
  [[nodiscard]] NodeId resolve(NodeId id) const {
    return nodes[id].kind == NodeKind::Alias ? nodes[id].text_begin : id;
  }

  [[nodiscard]] std::string_view text_of(NodeId id) const {
    return stretch(nodes[id].text_begin, nodes[id].text_size);
  }
  [[nodiscard]] std::string_view stretch(std::uint32_t begin, std::uint32_t size) const {
    return {text.data() + begin, size};
  }
  [[nodiscard]] const Origin& origin(OriginId id) const { return origins[id - 1]; }
};

// Whether the node is the value of a key.
[[nodiscard]] bool is_value(const Tree& tree, NodeId id);

// "meshes[0].primitives[2].dimensions.radius"; empty for the root.
[[nodiscard]] std::string path_of(const Tree& tree, NodeId id);

// The value of the mapping's first key of that name, aliases resolved; no_index if it has none.
[[nodiscard]] NodeId find_value(const Tree& tree, NodeId mapping, std::string_view key);

// Whether the node's value is that of a param.
[[nodiscard]] bool is_from_param(const Tree& tree, NodeId id);

// " (from '$w', in repetition 3 of 'i')", for messages; empty for what the author wrote.
[[nodiscard]] std::string origin_text(const Tree& tree, OriginId made);

}  // namespace rigy::language

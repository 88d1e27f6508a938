// Where an item of the document comes from.
#pragma once

#include <cstdint>

#include "syntax/tree.hpp"

namespace rigy::language {

enum class Authorship : std::uint8_t {
  Written,   // by the author
  Mirrored,  // by symmetry, from the item that is written there
};

// The node that an item was decoded from, and how the item was made. The tree says how the node
// itself was made.
struct ItemOrigin {
  NodeId node = no_index;
  Authorship made = Authorship::Written;

  ItemOrigin() = default;
  // A node alone means an item that is written there.
  // NOLINTNEXTLINE(google-explicit-constructor)
  ItemOrigin(NodeId written) : node(written) {}
  ItemOrigin(NodeId from, Authorship how) : node(from), made(how) {}

  [[nodiscard]] bool is_mirrored() const { return made == Authorship::Mirrored; }
  // Another node of the same item.
  [[nodiscard]] ItemOrigin at(NodeId part) const { return {part, made}; }
};

}  // namespace rigy::language

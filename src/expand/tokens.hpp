// "$name" and "${name}" in a text.
#pragma once

#include <cstddef>
#include <string_view>

#include "yaml/tree.hpp"

namespace rigy {

// A range of a text; of size 0 if there is none.
struct Token {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// The first "$name" or "${name}" in the text.
[[nodiscard]] Token find_param(std::string_view text);
[[nodiscard]] Token find_index(std::string_view text);

// Whether the node is the key of a pair.
[[nodiscard]] bool is_key(const Tree& tree, NodeId id);

}  // namespace rigy

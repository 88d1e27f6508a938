// "$name" and "${name}" in a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/reporter.hpp"

namespace rigy::language {

struct Expansion;
class Params;

// A range of a text; of size 0 if there is none.
struct Token {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// The first "$name" or "${name}" in the text.
[[nodiscard]] Token find_param(std::string_view text);
[[nodiscard]] Token find_index(std::string_view text);

// The indexes of the repeats that the node is in, the innermost first.
[[nodiscard]] std::vector<std::string_view> index_names(const Tree& tree, NodeId id);

// Help for the "$name" at `token` of the text, if the name is such an index; else empty.
[[nodiscard]] std::string help_for_index(const Expansion& expansion, NodeId id, const Token& token);

// What stands between braces, with its params and indexes written as they should be.
[[nodiscard]] std::string with_dollars(const std::vector<std::string_view>& indexes,
                                       const Params& params, std::string_view inner);

// Help for a text that has something other than a name between braces, as in "a${i+1}", and that
// is not a number or is meant as one; empty if it has not.
[[nodiscard]] std::string help_for_braces_in_text(const Tree& tree, NodeId id);
[[nodiscard]] std::string help_for_braces_in_number(const Reporter& at, NodeId id);

// Whether the node is the key of a pair.
[[nodiscard]] bool is_key(const Tree& tree, NodeId id);

}  // namespace rigy::language

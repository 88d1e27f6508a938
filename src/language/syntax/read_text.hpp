// A text that may have mistakes → node tree.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/syntax_fault.hpp"
#include "syntax/token.hpp"
#include "syntax/tree.hpp"
#include "syntax/tree_builder.hpp"

namespace rigy::language {

struct Reading {
  std::optional<Tree> tree;
  std::vector<SyntaxFault> faults;
  bool is_empty = false;
};

// Reads a text as the lexer takes it. If brackets in it do not fit each other, the layout of its
// lines may tell which of them is wrong, and is believed if fewer mistakes, or one on an earlier
// line, then explain the text. `tokens`: keeps all tokens, for tools.
[[nodiscard]] Reading read_text(std::string_view text, const TextReporter& reporter,
                                std::size_t nesting, std::size_t& nodes_left,
                                const Surroundings* around = nullptr,
                                std::vector<SyntaxToken>* tokens = nullptr);

}  // namespace rigy::language

// A text with nothing left out, for tools that edit or format it: its tokens and what is between
// them, and which of them a node of the tree is made of. Made when a tool asks for it: checking a
// document does not need it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/token.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

enum class PieceKind : std::uint8_t {
  Token,
  Space,      // blanks, or a byte order mark
  LineBreak,  // one
  Comment,    // without its line break
  Unread,     // text that is left out because of a mistake
};

struct Piece {
  std::uint32_t begin = 0;  // in bytes
  std::uint32_t size = 0;
  PieceKind kind = PieceKind::Unread;
  TokenKind token = TokenKind::End;        // of a token
  ScalarStyle style = ScalarStyle::Plain;  // of a scalar
};

// From the first to before the last; empty for a node that is not written.
struct PieceRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

struct ConcreteSyntax {
  std::vector<Piece> pieces;      // side by side: together they are the text
  std::optional<Tree> tree;       // also of a text with mistakes
  std::vector<PieceRange> nodes;  // of each node of the tree
  // The parser found no mistake. Bytes that no YAML may have are not looked for.
  bool is_right = false;
};

[[nodiscard]] ConcreteSyntax read_concrete_syntax(std::string_view text);

}  // namespace rigy::language

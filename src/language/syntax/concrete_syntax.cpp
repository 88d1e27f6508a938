#include "syntax/concrete_syntax.hpp"

#include <algorithm>
#include <string>

#include "common/limits.hpp"
#include "diagnostics/diagnostics.hpp"
#include "platform/memory.hpp"
#include "syntax/read_text.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

// The size and kind of the piece at the start of a text without tokens.
Piece piece_between_tokens(std::string_view text) {
  Piece piece;
  const auto up_to = [&](std::size_t end, PieceKind kind) {
    piece.size = static_cast<std::uint32_t>(std::min(end, text.size()));
    piece.kind = kind;
    return piece;
  };
  if (text.starts_with(byte_order_mark)) return up_to(byte_order_mark.size(), PieceKind::Space);
  if (text[0] == ' ' || text[0] == '\t') {
    return up_to(text.find_first_not_of(" \t"), PieceKind::Space);
  }
  if (text.starts_with("\r\n")) return up_to(2, PieceKind::LineBreak);
  if (text[0] == '\n' || text[0] == '\r') return up_to(1, PieceKind::LineBreak);
  const bool is_comment = text[0] == '#';
  return up_to(text.find_first_of("\r\n"), is_comment ? PieceKind::Comment : PieceKind::Unread);
}

void add_pieces_between(std::string_view text, std::size_t begin, std::size_t end,
                        std::vector<Piece>& pieces) {
  while (begin < end) {
    Piece piece = piece_between_tokens(text.substr(begin, end - begin));
    piece.begin = static_cast<std::uint32_t>(begin);
    begin += piece.size;
    pieces.push_back(piece);
  }
}

// Faulting in small pages would take longer than filling them.
template <class Item>
void reserve_fast(std::vector<Item>& items, std::size_t count) {
  items.reserve(count);
  platform::use_large_pages(items.data(), count * sizeof(Item));
}

// The tokens as pieces, with what is between them.
void add_pieces(std::string_view text, const std::vector<SyntaxToken>& tokens,
                ConcreteSyntax& syntax, std::vector<std::uint32_t>& piece_of_token) {
  piece_of_token.reserve(tokens.size());
  reserve_fast(syntax.pieces, 2 * tokens.size() + 1);
  std::size_t end = 0;
  for (const SyntaxToken& token : tokens) {
    add_pieces_between(text, end, token.begin, syntax.pieces);
    piece_of_token.push_back(static_cast<std::uint32_t>(syntax.pieces.size()));
    syntax.pieces.push_back({token.begin, token.size, PieceKind::Token, token.kind, token.style});
    end = token.begin + token.size;
  }
  add_pieces_between(text, end, text.size(), syntax.pieces);
}

// The pieces of nodes, one after the other: most begin soon after the one before, and are short, so
// that looking at the next few tokens is faster than searching all of them.
class PieceRanges {
 public:
  PieceRanges(const std::vector<SyntaxToken>& tokens, const std::vector<std::uint32_t>& pieces)
      : tokens_(tokens), piece_of_token_(pieces) {}

  [[nodiscard]] PieceRange range_of(const Node& node) {
    const auto is_before = [&](const SyntaxToken& token) { return token.start < node.start; };
    const bool goes_on = next_ == 0 || is_before(tokens_[next_ - 1]);
    next_ = first_not(goes_on ? next_ : 0, is_before);
    const std::size_t last =
        first_not(next_, [&](const SyntaxToken& token) { return token.end <= node.end; });
    if (last == next_) return {};
    return {piece_of_token_[next_], piece_of_token_[last - 1] + 1};
  }

 private:
  // The first token from a number on for which it does not hold, which then holds for none.
  template <class Holds>
  [[nodiscard]] std::size_t first_not(std::size_t from, const Holds& holds) const {
    std::size_t step = 1;
    while (from + step <= tokens_.size() && holds(tokens_[from + step - 1])) {
      from += step;
      step *= 2;
    }
    const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end =
        tokens_.begin() + static_cast<std::ptrdiff_t>(std::min(from + step, tokens_.size()));
    return static_cast<std::size_t>(std::partition_point(begin, end, holds) - tokens_.begin());
  }

  const std::vector<SyntaxToken>& tokens_;
  const std::vector<std::uint32_t>& piece_of_token_;
  std::size_t next_ = 0;  // the first token of the last node
};

}  // namespace

ConcreteSyntax read_concrete_syntax(std::string_view text) {
  ConcreteSyntax syntax;
  const std::string copy(text);  // the lexer wants a zero after it
  std::string_view document = copy;
  if (document.starts_with(byte_order_mark)) document.remove_prefix(byte_order_mark.size());
  const auto skipped = static_cast<std::uint32_t>(copy.size() - document.size());
  Diagnostics unused;
  const TextReporter reporter{unused, 0, std::nullopt};
  std::size_t nodes_left = max_nodes;
  std::vector<SyntaxToken> tokens;
  constexpr std::size_t small_size_of_token = 2;  // in bytes; what is not used costs nothing
  reserve_fast(tokens, document.size() / small_size_of_token + 1);
  Reading reading = read_text(document, reporter, max_scene_nesting, nodes_left, nullptr, &tokens);
  for (SyntaxToken& token : tokens) token.begin += skipped;
  std::vector<std::uint32_t> piece_of_token;
  add_pieces(copy, tokens, syntax, piece_of_token);
  if (!reading.tree) return syntax;
  syntax.is_right = reading.faults.empty() && !unused.has_errors();
  syntax.tree = std::move(reading.tree);
  PieceRanges ranges(tokens, piece_of_token);
  syntax.nodes.reserve(syntax.tree->nodes.size());
  for (const Node& node : syntax.tree->nodes) syntax.nodes.push_back(ranges.range_of(node));
  return syntax;
}

}  // namespace rigy::language

#include "syntax/concrete_syntax.hpp"

#include <algorithm>
#include <string>

#include "common/limits.hpp"
#include "diagnostics/diagnostics.hpp"
#include "syntax/lexer.hpp"
#include "syntax/parser.hpp"
#include "syntax/tree_builder.hpp"
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

// The tokens as pieces, with what is between them.
void add_pieces(std::string_view text, const std::vector<SyntaxToken>& tokens,
                ConcreteSyntax& syntax, std::vector<std::uint32_t>& piece_of_token) {
  std::size_t end = 0;
  for (const SyntaxToken& token : tokens) {
    add_pieces_between(text, end, token.begin, syntax.pieces);
    piece_of_token.push_back(static_cast<std::uint32_t>(syntax.pieces.size()));
    syntax.pieces.push_back({token.begin, token.size, PieceKind::Token, token.kind, token.style});
    end = token.begin + token.size;
  }
  add_pieces_between(text, end, text.size(), syntax.pieces);
}

PieceRange range_of(const Node& node, const std::vector<SyntaxToken>& tokens,
                    const std::vector<std::uint32_t>& piece_of_token) {
  const auto first =
      std::partition_point(tokens.begin(), tokens.end(),
                           [&](const SyntaxToken& token) { return token.start < node.start; });
  const auto last = std::partition_point(
      first, tokens.end(), [&](const SyntaxToken& token) { return token.end <= node.end; });
  if (first == last) return {};
  return {piece_of_token[static_cast<std::size_t>(first - tokens.begin())],
          piece_of_token[static_cast<std::size_t>(last - tokens.begin()) - 1] + 1};
}

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
  TreeBuilder builder(reporter, document.size(), max_scene_nesting, nodes_left);
  std::vector<SyntaxToken> tokens;
  bool is_whole = false;
  {
    Lexer lexer(document, builder.texts());
    Parser parser(document, lexer, builder, reporter);
    parser.record(tokens);
    is_whole = parser.parse();
  }
  for (SyntaxToken& token : tokens) token.begin += skipped;
  std::vector<std::uint32_t> piece_of_token;
  add_pieces(copy, tokens, syntax, piece_of_token);
  if (!is_whole || builder.empty()) return syntax;
  syntax.tree = std::move(builder).tree();
  for (const Node& node : syntax.tree->nodes) {
    syntax.nodes.push_back(range_of(node, tokens, piece_of_token));
  }
  return syntax;
}

}  // namespace rigy::language

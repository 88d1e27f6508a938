#include "format/json_text.hpp"

#include "syntax/scalar.hpp"

namespace rigy::tools {
namespace {

bool may_be_in_json(std::string_view text, const Piece& piece) {
  switch (piece.token) {
    case TokenKind::ListStart:
    case TokenKind::ListEnd:
    case TokenKind::MappingStart:
    case TokenKind::MappingEnd:
    case TokenKind::Comma:
    case TokenKind::Value:
    case TokenKind::End:
    case TokenKind::BlockEnd:
      return true;
    case TokenKind::Scalar:
      if (piece.style == ScalarStyle::DoubleQuoted) return text.find_first_of("\r\n") == text.npos;
      return piece.style == ScalarStyle::Plain && scalar_type(text, true) != ScalarType::String;
    default:
      return false;
  }
}

}  // namespace

bool is_json(std::string_view text, const ConcreteSyntax& syntax) {
  const Piece* before = nullptr;
  for (const Piece& piece : syntax.pieces) {
    if (piece.kind == PieceKind::Comment) return false;
    if (piece.kind != PieceKind::Token) continue;
    if (!may_be_in_json(text.substr(piece.begin, piece.size), piece)) return false;
    const bool is_first = before == nullptr;
    const bool is_end = piece.token == TokenKind::ListEnd || piece.token == TokenKind::MappingEnd;
    if (is_end && before != nullptr && before->token == TokenKind::Comma) return false;
    if (is_first && piece.token != TokenKind::ListStart && piece.token != TokenKind::MappingStart) {
      return false;
    }
    // Keys have quotes.
    if (piece.token == TokenKind::Value && before->style != ScalarStyle::DoubleQuoted) return false;
    before = &piece;
  }
  return before != nullptr;
}

}  // namespace rigy::tools

// What the lexer makes of a text.
#pragma once

#include <cstdint>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::language {

enum class TokenKind : std::uint8_t {
  End,            // of the text
  DocumentStart,  // ---
  DocumentEnd,    // ...
  Directive,      // a line that begins with '%'
  BlockEnd,       // nothing written: the lines of a block collection end
  Item,           // - of a list
  Key,            // ? before a key
  Value,          // : after a key
  ListStart,      // [
  ListEnd,        // ]
  MappingStart,   // {
  MappingEnd,     // }
  Comma,
  Alias,   // *name
  Anchor,  // &name
  Tag,     // !name
  Scalar,
};

enum class ScalarStyle : std::uint8_t { Plain, SingleQuoted, DoubleQuoted, Literal, Folded };

struct SyntaxToken {
  Position start;
  Position end;
  std::uint32_t begin = 0;  // in bytes of the text
  std::uint32_t size = 0;
  // Scalar: its text, as a range of Tree::text.
  std::uint32_t text_begin = 0;
  std::uint32_t text_size = 0;
  std::int32_t indent = 0;  // the column of the block collection that begins here
  TokenKind kind = TokenKind::End;
  ScalarStyle style = ScalarStyle::Plain;
  bool is_key : 1 = false;          // a key begins here, without '?'
  bool begins_mapping : 1 = false;  // so does a block mapping, with this as its first key
  bool begins_list : 1 = false;     // an item that is the first of a block list
  bool lacks_colon : 1 = false;     // a key without its ':'
  bool misplaced : 1 = false;       // the first of a line that is indented wrongly
  bool damaged : 1 = false;         // something is wrong with it, which is noted
};

}  // namespace rigy::language

// A text as its author wrote it, for tools that answer questions about places of it or change it:
// its pieces, its nodes before expansion, and where each of them is, in bytes. Made when a tool
// asks for it: a compilation keeps only the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/concrete_syntax.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

// From a byte of a text to before another.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

struct AuthoredText {
  std::string text;
  std::vector<Piece> pieces;        // side by side: together they are the text
  Tree tree;                        // without nodes if nothing can be read
  std::vector<PieceRange> written;  // the pieces of each node
  // Of each node, with its anchor and tag; empty, after its key, for an unwritten value.
  std::vector<ByteRange> ranges;
  std::vector<std::uint32_t> lines;  // where each begins

  [[nodiscard]] bool empty() const { return tree.nodes.empty(); }
  // As it is written, with its quotes.
  [[nodiscard]] std::string_view text_of(ByteRange range) const {
    return std::string_view(text).substr(range.begin, range.size());
  }
};

// Also of a text with mistakes.
[[nodiscard]] AuthoredText read_authored(std::string text);

// The range of a node without its anchor and tag.
[[nodiscard]] ByteRange content_range(const AuthoredText& authored, NodeId node);

// The end of the line for a column beyond it.
[[nodiscard]] std::size_t offset_of(const AuthoredText& authored, Position position);
[[nodiscard]] Position position_of(const AuthoredText& authored, std::size_t offset);

// The innermost key, value or element at or right before the offset; no_index if it is in none.
[[nodiscard]] NodeId node_at(const AuthoredText& authored, std::size_t offset);
[[nodiscard]] NodeId node_at(const AuthoredText& authored, Position position);

// The authored node that a node of the expanded tree was made from; no_index if it is not written
// in this text.
[[nodiscard]] NodeId authored_node(const AuthoredText& authored, const Tree& expanded, NodeId node);

}  // namespace rigy::language

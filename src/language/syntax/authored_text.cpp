#include "syntax/authored_text.hpp"

#include <algorithm>
#include <utility>

#include "syntax/characters.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

std::vector<std::uint32_t> line_starts(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  if (text.starts_with(byte_order_mark)) starts[0] = byte_order_mark.size();
  for (std::size_t at = text.find_first_of("\r\n"); at != std::string_view::npos;
       at = text.find_first_of("\r\n", at)) {
    at += line_break_length(text, at);
    starts.push_back(static_cast<std::uint32_t>(at));
  }
  return starts;
}

// The pieces of a node from its first to its last character.
ByteRange bytes_of(const AuthoredText& authored, NodeId node) {
  const auto [first, last] = authored.written[node];
  if (first == last) {
    const auto at = static_cast<std::uint32_t>(offset_of(authored, authored.tree[node].start));
    return {at, at};
  }
  const Piece& end = authored.pieces[last - 1];
  return {authored.pieces[first].begin, end.begin + end.size};
}

// A value that is not written is right after the colon of its key.
ByteRange after_colon(const AuthoredText& authored, NodeId key) {
  const PieceRange& pieces = authored.written[key];
  for (std::size_t i = pieces.last; i < authored.pieces.size(); ++i) {
    const Piece& piece = authored.pieces[i];
    if (piece.kind == PieceKind::Space) continue;
    if (piece.kind != PieceKind::Token || piece.token != TokenKind::Value) break;
    const std::uint32_t end = piece.begin + piece.size;
    return {end, end};
  }
  return {authored.ranges[key].end, authored.ranges[key].end};
}

void find_ranges(AuthoredText& authored) {
  authored.ranges.reserve(authored.tree.nodes.size());
  for (NodeId node = 0; node < authored.tree.nodes.size(); ++node) {
    ByteRange range = bytes_of(authored, node);
    if (range.size() == 0 && is_value(authored.tree, node)) range = after_colon(authored, node - 1);
    authored.ranges.push_back(range);
  }
}

}  // namespace

AuthoredText read_authored(std::string text) {
  AuthoredText authored;
  ConcreteSyntax syntax = read_concrete_syntax(text);
  authored.text = std::move(text);
  authored.pieces = std::move(syntax.pieces);
  authored.lines = line_starts(authored.text);
  if (!syntax.tree) return authored;
  authored.tree = std::move(*syntax.tree);
  authored.written = std::move(syntax.nodes);
  find_ranges(authored);
  return authored;
}

ByteRange content_range(const AuthoredText& authored, NodeId node) {
  ByteRange range = authored.ranges[node];
  const auto [first, last] = authored.written[node];
  for (std::uint32_t i = first; i < last; ++i) {
    const Piece& piece = authored.pieces[i];
    range.begin = piece.begin;
    const bool is_property = piece.kind == PieceKind::Token &&
                             (piece.token == TokenKind::Anchor || piece.token == TokenKind::Tag);
    if (piece.kind == PieceKind::Token && !is_property) break;
    range.begin = piece.begin + piece.size;
  }
  return range;
}

std::size_t offset_of(const AuthoredText& authored, Position position) {
  const std::string& text = authored.text;
  if (position.line == 0) return 0;
  if (position.line > authored.lines.size()) return text.size();
  std::size_t at = authored.lines[position.line - 1];
  for (std::uint32_t column = 1; column < position.column && at < text.size(); ++column) {
    if (text[at] == '\n' || text[at] == '\r') break;
    do ++at;
    while (at < text.size() && continues_character(text[at]));
  }
  return at;
}

Position position_of(const AuthoredText& authored, std::size_t offset) {
  offset = std::min(offset, authored.text.size());
  const auto after = std::upper_bound(authored.lines.begin() + 1, authored.lines.end(), offset);
  const std::size_t start = *(after - 1);
  const auto begin = authored.text.begin() + static_cast<std::ptrdiff_t>(std::min(start, offset));
  const auto end = authored.text.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto points = std::count_if(begin, end, [](char c) { return !continues_character(c); });
  return {static_cast<std::uint32_t>(after - authored.lines.begin()),
          static_cast<std::uint32_t>(points) + 1};
}

// The nodes are in the order in which they begin, so the last one that begins before the offset is
// the innermost one, or is inside it.
NodeId node_at(const AuthoredText& authored, std::size_t offset) {
  const auto after =
      std::partition_point(authored.ranges.begin(), authored.ranges.end(),
                           [offset](const ByteRange& range) { return range.begin <= offset; });
  auto node = static_cast<NodeId>(after - authored.ranges.begin());
  if (node == 0) return no_index;
  --node;
  // Without a colon there is no place for a value.
  const bool is_unwritten = authored.ranges[node].size() == 0 && is_value(authored.tree, node);
  if (is_unwritten && authored.ranges[node - 1].end == offset) return node - 1;
  for (; node != no_index; node = authored.tree[node].parent) {
    if (authored.ranges[node].end >= offset) return node;
  }
  return no_index;
}

NodeId node_at(const AuthoredText& authored, Position position) {
  return node_at(authored, offset_of(authored, position));
}

NodeId authored_node(const AuthoredText& authored, const Tree& expanded, NodeId node) {
  const Node& made = expanded[node];
  const std::vector<Node>& nodes = authored.tree.nodes;
  const auto first = std::partition_point(
      nodes.begin(), nodes.end(), [&made](const Node& one) { return one.start < made.start; });
  const bool is_key_there = node > 0 && made.parent != no_index && !is_value(expanded, node) &&
                            expanded[made.parent].kind == NodeKind::Mapping;
  const Node* best = nullptr;
  for (auto one = first; one != nodes.end() && one->start == made.start; ++one) {
    if (one->end != made.end) continue;
    const auto id = static_cast<NodeId>(one - nodes.begin());
    const bool is_key = one->parent != no_index && !is_value(authored.tree, id) &&
                        nodes[one->parent].kind == NodeKind::Mapping;
    if (one->kind == made.kind && is_key == is_key_there) return id;
    if (best == nullptr) best = &*one;
  }
  return best == nullptr ? no_index : static_cast<NodeId>(best - nodes.data());
}

}  // namespace rigy::language

#include "edit/edit_nodes.hpp"

#include <algorithm>
#include <utility>

#include "expand/yaml_text.hpp"

namespace rigy::tools {
namespace {

constexpr std::size_t usual_indent = 2;

char first_byte(const AuthoredText& authored, NodeId node) {
  const ByteRange range = content_range(authored, node);
  return range.size() == 0 ? '\0' : authored.text[range.begin];
}

bool is_collection(const AuthoredText& authored, NodeId node) {
  const NodeKind kind = authored.tree[node].kind;
  return kind == NodeKind::Sequence || kind == NodeKind::Mapping;
}

bool is_block_collection(const AuthoredText& authored, NodeId node) {
  return is_collection(authored, node) && !is_flow(authored, node);
}

std::size_t line_start(const AuthoredText& authored, std::size_t offset) {
  return offset_of(authored, {position_of(authored, offset).line, 1});
}

// Without its break.
std::size_t line_end(std::string_view text, std::size_t offset) {
  return std::min(text.find_first_of("\r\n", offset), text.size());
}

std::size_t after_break(std::string_view text, std::size_t end) {
  if (text.substr(end, 2) == "\r\n") return end + 2;
  return std::min(end + 1, text.size());
}

bool is_on_own_line(const AuthoredText& authored, std::size_t offset) {
  const std::size_t start = line_start(authored, offset);
  return authored.text.find_first_not_of(' ', start) >= offset;
}

// The column at which a block collection's items begin, from 0.
std::size_t indent_of(const AuthoredText& authored, NodeId collection) {
  return authored.tree[collection].start.column - 1;
}

// The first piece from the offset on that is neither space nor break nor comment.
const Piece* next_token(const AuthoredText& authored, std::size_t offset) {
  const auto first =
      std::partition_point(authored.pieces.begin(), authored.pieces.end(),
                           [offset](const Piece& piece) { return piece.begin < offset; });
  const auto token = std::find_if(first, authored.pieces.end(), [](const Piece& piece) {
    return piece.kind == PieceKind::Token || piece.kind == PieceKind::Unread;
  });
  return token == authored.pieces.end() ? nullptr : &*token;
}

const Piece* token_before(const AuthoredText& authored, std::size_t offset) {
  const auto end =
      std::partition_point(authored.pieces.begin(), authored.pieces.end(),
                           [offset](const Piece& piece) { return piece.begin < offset; });
  for (auto one = end; one != authored.pieces.begin();) {
    --one;
    if (one->kind == PieceKind::Token) return &*one;
  }
  return nullptr;
}

bool has_comment(const AuthoredText& authored, std::size_t begin, std::size_t end) {
  return std::any_of(authored.pieces.begin(), authored.pieces.end(), [&](const Piece& piece) {
    return piece.kind == PieceKind::Comment && piece.begin >= begin && piece.begin < end;
  });
}

bool is_token(const Piece* piece, TokenKind kind) {
  return piece != nullptr && piece->kind == PieceKind::Token && piece->token == kind;
}

// Lines of a block at a column; every line begins with a break.
std::string lines_at(const AuthoredText& authored, std::size_t column, std::string_view first,
                     const std::vector<std::string>& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string margin(column + (i == 0 ? 0 : first.size()), ' ');
    out.append(line_break_of(authored.text)).append(margin).append(i == 0 ? first : "");
    out.append(lines[i]);
  }
  return out;
}

std::vector<std::string> lines_of(const NewValue& value, bool in_block) {
  if (in_block && !value.block.empty()) return value.block;
  return {value.flow};
}

// The lines of a pair, with a block below its key.
std::vector<std::string> pair_lines(std::string_view key, const NewValue& value) {
  if (value.block.empty()) return {yaml_text(key) + ": " + value.flow};
  std::vector<std::string> lines{yaml_text(key) + ":"};
  for (const std::string& line : value.block)
    lines.push_back(std::string(usual_indent, ' ') + line);
  return lines;
}

// The nodes right inside a collection: elements, or keys.
std::vector<NodeId> parts_of(const Tree& tree, NodeId collection) {
  std::vector<NodeId> parts;
  const bool is_mapping = tree[collection].kind == NodeKind::Mapping;
  for (NodeId one = collection + 1; one < tree[collection].after;) {
    parts.push_back(one);
    one = tree[is_mapping ? one + 1 : one].after;
  }
  return parts;
}

// The last node of an element or pair.
NodeId last_of_part(const Tree& tree, NodeId part) {
  const Node& parent = tree[tree[part].parent];
  return parent.kind == NodeKind::Mapping ? part + 1 : part;
}

// Where an element with its dash, or a pair, begins.
std::size_t begin_of_part(const AuthoredText& authored, NodeId part) {
  const std::size_t begin = authored.ranges[part].begin;
  const Node& parent = authored.tree[authored.tree[part].parent];
  const Piece* before = token_before(authored, begin);
  const TokenKind mark = parent.kind == NodeKind::Sequence ? TokenKind::Item : TokenKind::Key;
  return is_token(before, mark) ? before->begin : begin;
}

std::size_t end_of_part(const AuthoredText& authored, NodeId part) {
  const NodeId last = last_of_part(authored.tree, part);
  const std::size_t end = end_of_content(authored, last);
  // A value that is not written ends before its key does.
  return last == part ? end : std::max<std::size_t>(authored.ranges[part].end, end);
}

// Text in brackets, before the part or after the last one.
TextEdits insert_in_flow(const AuthoredText& authored, NodeId collection, const std::string& text,
                         std::size_t index) {
  const std::vector<NodeId> parts = parts_of(authored.tree, collection);
  if (parts.empty()) {
    const std::size_t at = content_range(authored, collection).begin + 1;
    return {{at, at, text}};
  }
  const NodeId next_to = parts[std::min(index, parts.size() - 1)];
  const std::size_t begin = authored.ranges[next_to].begin;
  std::string between = " ";
  if (is_on_own_line(authored, begin)) {
    const std::string margin(begin - line_start(authored, begin), ' ');
    between = std::string(line_break_of(authored.text)) + margin;
  }
  if (index < parts.size()) return {{begin, begin, text + "," + between}};
  const std::size_t end = end_of_part(authored, next_to);
  const std::size_t stop = line_end(authored.text, end);
  const Piece* next = next_token(authored, end);
  const bool has_comma = is_token(next, TokenKind::Comma);
  const Piece* last = has_comma ? next_token(authored, next->begin + 1) : next;
  // A comment after the last part stays with it.
  if (between.size() > 1 && last != nullptr && last->begin > stop &&
      has_comment(authored, end, stop)) {
    if (has_comma) return {{stop, stop, between + text + ","}};
    return {{end, end, ","}, {stop, stop, between + text}};
  }
  return {{end, end, "," + between + text}};
}

// Lines in a block, before the part or after the last one.
TextEdits insert_in_block(const AuthoredText& authored, NodeId collection, std::string_view mark,
                          const std::vector<std::string>& lines, std::size_t index) {
  const std::vector<NodeId> parts = parts_of(authored.tree, collection);
  const std::size_t indent = indent_of(authored, collection);
  std::string text = lines_at(authored, indent, mark, lines);
  if (index > 0 && !parts.empty()) {
    const NodeId before = parts[std::min(index, parts.size()) - 1];
    const std::size_t at = line_end(authored.text, end_of_part(authored, before));
    return {{at, at, text}};
  }
  const std::size_t at =
      parts.empty() ? authored.ranges[collection].begin : begin_of_part(authored, parts.front());
  // The break and margin of the first line go after the last one.
  const std::size_t head = line_break_of(authored.text).size() + indent;
  const std::string margin = text.substr(0, head);
  return {{at, at, text.substr(head) + margin}};
}

// The last line of the document that is not empty, where a section can follow. Not after "...".
std::size_t end_of_document(const AuthoredText& authored) {
  std::size_t end = 0;
  for (const Piece& piece : authored.pieces) {
    if (piece.kind == PieceKind::Token && piece.token == TokenKind::DocumentEnd) break;
    if (piece.kind == PieceKind::Token && piece.size == 0) continue;
    if (piece.kind == PieceKind::Token || piece.kind == PieceKind::Comment) {
      end = piece.begin + piece.size;
    }
  }
  const std::size_t last = authored.text.find_last_not_of(" \t\r\n", end == 0 ? 0 : end - 1);
  return last == std::string::npos ? 0 : last + 1;
}

// A section at the end of the document, after an empty line.
TextEdits append_section(const AuthoredText& authored, const std::vector<std::string>& lines) {
  const std::size_t at = end_of_document(authored);
  const std::string_view line_break = line_break_of(authored.text);
  std::string text(line_break);
  text += lines_at(authored, indent_of(authored, 0), "", lines);
  if (at == authored.text.size()) text += line_break;
  return {{at, at, std::move(text)}};
}

// Whether an alias outside of a subtree refers to something in it.
bool is_aliased(const Tree& tree, NodeId first, NodeId after) {
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    if (node >= first && node < after) continue;
    const NodeId target = tree.resolve(node);
    if (target != node && target >= first && target < after) return true;
  }
  return false;
}

TextEdits remove_from_flow(const AuthoredText& authored, std::size_t begin, std::size_t end) {
  const std::string& text = authored.text;
  const auto after_spaces = [&text](std::size_t at) {
    return std::min(text.find_first_not_of(' ', at), text.size());
  };
  const Piece* next = next_token(authored, end);
  if (is_token(next, TokenKind::Comma)) {
    const std::size_t comma_end = next->begin + next->size;
    if (next->begin == end) return {{begin, after_spaces(comma_end), {}}};
    return {{begin, end, {}}, {next->begin, comma_end, {}}};
  }
  const Piece* before = token_before(authored, begin);
  if (!is_token(before, TokenKind::Comma)) return {{begin, end, {}}};
  const std::size_t comma_end = before->begin + before->size;
  if (after_spaces(comma_end) == begin) return {{before->begin, end, {}}};
  return {{before->begin, comma_end, {}}, {begin, end, {}}};
}

TextEdits remove_from_block(const AuthoredText& authored, NodeId part) {
  const std::size_t begin = begin_of_part(authored, part);
  const std::size_t end = line_end(authored.text, end_of_part(authored, part));
  if (is_on_own_line(authored, begin)) {
    const std::size_t start = line_start(authored, begin);
    const std::size_t stop = after_break(authored.text, end);
    // The last line of a text may have no break: then the one before it goes.
    if (stop > end || start == 0) return {{start, stop, {}}};
    const bool is_long =
        authored.text.substr(start - 1, 1) == "\n" && start > 1 && authored.text[start - 2] == '\r';
    return {{start - (is_long ? 2 : 1), end, {}}};
  }
  // After a dash: what follows takes its place, be it a comment.
  const std::size_t next_line = after_break(authored.text, end);
  return {
      {begin, std::min(authored.text.find_first_not_of(' ', next_line), authored.text.size()), {}}};
}

}  // namespace

NodeId written_value(const Tree& tree, NodeId mapping, std::string_view key) {
  if (tree[mapping].kind != NodeKind::Mapping) return no_index;
  for (NodeId one = mapping + 1; one < tree[mapping].after; one = tree[one + 1].after) {
    if (tree.text_of(one) == key) return one + 1;
  }
  return no_index;
}

bool is_flow(const AuthoredText& authored, NodeId node) {
  const char first = first_byte(authored, node);
  return is_collection(authored, node) && (first == '[' || first == '{');
}

bool is_in_flow(const AuthoredText& authored, NodeId node) {
  for (NodeId up = authored.tree[node].parent; up != no_index; up = authored.tree[up].parent) {
    if (is_flow(authored, up)) return true;
  }
  return false;
}

std::string_view line_break_of(std::string_view text) {
  return text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

std::size_t end_of_content(const AuthoredText& authored, NodeId node) {
  std::size_t end = authored.ranges[node].end;
  const NodeId last = authored.tree[node].after - 1;
  if (!is_flow(authored, node)) end = std::max<std::size_t>(end, authored.ranges[last].end);
  const std::size_t begin = authored.ranges[node].begin;
  while (end > begin &&
         std::string_view("\r\n").find(authored.text[end - 1]) != std::string_view::npos) {
    --end;
  }
  return end;
}

std::optional<TextEdits> replace_value(const AuthoredText& authored, NodeId node,
                                       const NewValue& value) {
  const ByteRange range = content_range(authored, node);
  const bool is_pair = is_value(authored.tree, node);
  const bool in_block = !is_in_flow(authored, node);
  const Piece* before = token_before(authored, range.begin);
  if (before == nullptr && range.size() == 0) return std::nullopt;
  // After the colon or dash, or an anchor, and whatever blanks follow it.
  const std::size_t mark_end = before == nullptr ? 0 : before->begin + before->size;
  if (is_pair && in_block && !value.block.empty()) {
    const NodeId mapping = authored.tree[node].parent;
    const std::size_t column = indent_of(authored, mapping) + usual_indent;
    const std::string text = lines_at(authored, column, "", value.block);
    if (range.size() == 0) return TextEdits{{range.begin, range.begin, text}};
    if (!is_block_collection(authored, node)) {
      return TextEdits{{mark_end, end_of_content(authored, node), text}};
    }
    const std::size_t start = line_start(authored, range.begin);
    const std::size_t head = line_break_of(authored.text).size();
    return TextEdits{{start, end_of_content(authored, node), text.substr(head)}};
  }
  if (range.size() == 0) {
    const bool has_colon = is_token(before, TokenKind::Value) || !is_pair;
    return TextEdits{{range.begin, range.begin, (has_colon ? " " : ": ") + value.flow}};
  }
  const std::size_t end = end_of_content(authored, node);
  const bool is_below = is_block_collection(authored, node) && before != nullptr &&
                        is_on_own_line(authored, range.begin);
  if (!is_below) return TextEdits{{range.begin, end, value.flow}};
  // Lines below the key: the value moves up next to it, before a comment there.
  const std::size_t start = line_start(authored, range.begin);
  const std::size_t stop = after_break(authored.text, line_end(authored.text, end));
  return TextEdits{{mark_end, mark_end, " " + value.flow}, {start, stop, {}}};
}

std::optional<TextEdits> insert_element(const AuthoredText& authored, NodeId list,
                                        const NewValue& value, std::size_t index) {
  if (authored.tree[list].kind != NodeKind::Sequence) return std::nullopt;
  if (is_flow(authored, list)) return insert_in_flow(authored, list, value.flow, index);
  return insert_in_block(authored, list, "- ", lines_of(value, true), index);
}

std::optional<TextEdits> insert_pair(const AuthoredText& authored, NodeId mapping,
                                     std::string_view key, const NewValue& value, NodeId before) {
  if (authored.tree[mapping].kind != NodeKind::Mapping) return std::nullopt;
  const std::size_t index = before == no_index ? at_the_end : authored.tree[before].index;
  if (is_flow(authored, mapping)) {
    return insert_in_flow(authored, mapping, yaml_text(key) + ": " + value.flow, index);
  }
  if (is_in_flow(authored, mapping)) {
    // A pair between brackets, without braces of its own.
    const ByteRange range = authored.ranges[mapping];
    const std::string text = yaml_text(key) + ": " + value.flow;
    if (index == 0)
      return TextEdits{{range.begin, range.begin, "{" + text + ", "}, {range.end, range.end, "}"}};
    return TextEdits{{range.begin, range.begin, "{"}, {range.end, range.end, ", " + text + "}"}};
  }
  const std::vector<std::string> lines = pair_lines(key, value);
  const bool is_section = mapping == 0 && before == no_index && !value.block.empty();
  if (is_section) return append_section(authored, lines);
  return insert_in_block(authored, mapping, "", lines, index);
}

std::optional<TextEdits> remove_node(const AuthoredText& authored, NodeId node) {
  const Tree& tree = authored.tree;
  const NodeId collection = tree[node].parent;
  if (collection == no_index) return std::nullopt;
  const NodeId part = is_value(tree, node) ? node - 1 : node;
  const NodeId after = tree[last_of_part(tree, part)].after;
  if (is_aliased(tree, part, after)) return std::nullopt;
  if (is_flow(authored, collection)) {
    return remove_from_flow(authored, authored.ranges[part].begin, end_of_part(authored, part));
  }
  if (tree[collection].size == 1) {
    const bool is_list = tree[collection].kind == NodeKind::Sequence;
    return replace_value(authored, collection, {is_list ? "[]" : "{}"});
  }
  return remove_from_block(authored, part);
}

}  // namespace rigy::tools

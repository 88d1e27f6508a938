#include "format/layout.hpp"

#include <algorithm>

#include "format/json_text.hpp"
#include "format/layout_reader.hpp"
#include "format/written_scalar.hpp"
#include "syntax/scalar.hpp"
#include "text/code_points.hpp"
#include "text/lines.hpp"

namespace rigy::tools {
namespace {

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

bool ends_line(std::string_view text) {
  return !text.empty() && (text.back() == '\n' || text.back() == '\r');
}

void note(LayoutEntry& entry, std::vector<CommentLine> LayoutNotes::*lines,
          std::vector<CommentLine> taken) {
  if (!taken.empty()) entry.add_notes().*lines = std::move(taken);
}

void note(LayoutEntry& entry, std::string_view LayoutNotes::*text, std::string_view taken) {
  if (!taken.empty()) entry.add_notes().*text = taken;
}

}  // namespace

bool is_commented(const LayoutEntry& entry) {
  const LayoutNotes& notes = entry.notes();
  return !notes.head.empty() || !notes.before.empty() || !notes.value_before.empty() ||
         !notes.trailing.empty() || !notes.after.empty();
}

bool needs_blank_after(const LayoutEntry& entry) {
  const std::vector<CommentLine>& after = entry.notes().after;
  return !after.empty() && after.back().offset <= 0;
}

LayoutReader::LayoutReader(std::string_view text, const ConcreteSyntax& syntax, Layout& layout)
    : text_(text),
      syntax_(syntax),
      tree_(*syntax.tree),
      layout_(layout),
      end_(static_cast<std::uint32_t>(syntax.pieces.size())) {}

std::int32_t LayoutReader::column_of(std::uint32_t at) const {
  std::size_t begin = piece(at).begin;
  const std::size_t before = begin == 0 ? text_.npos : text_.find_last_of("\r\n", begin - 1);
  begin = before == text_.npos ? 0 : before + 1;
  if (begin == 0 && text_.starts_with(byte_order_mark)) begin = byte_order_mark.size();
  std::int32_t column = 0;
  while (begin < piece(at).begin) {
    static_cast<void>(next_code_point(text_, begin));
    ++column;
  }
  return column;
}

void LayoutReader::advance_to(std::uint32_t target) {
  for (; at_ < target; ++at_) {
    const Piece& one = piece(at_);
    if (one.kind == PieceKind::Space) continue;
    if (one.kind == PieceKind::LineBreak) {
      blank_ = blank_ || is_line_empty_;
      is_line_empty_ = true;
      continue;
    }
    if (one.kind == PieceKind::Comment) {
      pending_.push_back({without_blanks_at_end(text_of(one)),
                          is_line_empty_ && !is_in_flow_ ? column_of(at_) : 0, is_line_empty_,
                          blank_});
    }
    const bool is_token = one.kind == PieceKind::Token;
    is_line_empty_ = is_token && ends_line(text_of(one));
    blank_ = is_token && ends_with_blank_line(text_of(one), one.style);
  }
}

std::string_view LayoutReader::take_comment_of_line() {
  if (pending_.empty() || pending_.front().is_alone) return {};
  const std::string_view text = pending_.front().text;
  pending_.erase(pending_.begin());
  return text;
}

std::vector<CommentLine> LayoutReader::take_lines(std::int32_t column, std::size_t count) {
  std::vector<CommentLine> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const Comment& one = pending_[i];
    const bool keeps_column = one.is_alone && !is_in_flow_;
    lines.push_back({one.text, keeps_column ? one.column - column : 0, one.blank_before});
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(count));
  return lines;
}

void LayoutReader::reach_comment_of_line() {
  std::uint32_t at = at_;
  while (at < end_ && piece(at).kind == PieceKind::Space) ++at;
  if (!is_line_empty_ && at < end_ && piece(at).kind == PieceKind::Comment) advance_to(at + 1);
}

void LayoutReader::take_trailing(LayoutEntry& entry) {
  if (is_line_empty_) return;
  reach_comment_of_line();
  note(entry, &LayoutNotes::trailing, take_comment_of_line());
}

// --- values ---

bool LayoutReader::read_value(NodeId node, LayoutEntry& entry, std::int32_t column) {
  const PieceRange range = syntax_.nodes[node];
  entry.node = node;
  if (range.first == range.last) return true;
  advance_to(range.first);
  note(entry, &LayoutNotes::head, take_comment_of_line());
  // A mapping without braces may begin with the anchor of its first key.
  const bool begins_with_key = tree_[node].kind == NodeKind::Mapping && tree_[node].size > 0 &&
                               syntax_.nodes[node + 1].first == range.first;
  if (is_token(at_, TokenKind::Anchor) && !begins_with_key) {
    LayoutNotes& notes = entry.add_notes();
    notes.anchor = text_of(piece(at_));
    advance_to(at_ + 1);
    if (token_from(at_) >= range.last) return true;
    advance_to(token_from(at_));
    if (notes.head.empty()) notes.head = take_comment_of_line();
  }
  if (is_token(at_, TokenKind::Tag)) return false;
  return read_content(node, entry, column);
}

// A pair between brackets, without braces of its own.
bool LayoutReader::is_flow_pair(NodeId node) const {
  return is_in_flow_ && tree_[node].kind == NodeKind::Mapping &&
         !is_token(at_, TokenKind::MappingStart);
}

bool LayoutReader::read_content(NodeId node, LayoutEntry& entry, std::int32_t column) {
  const NodeKind kind = tree_[node].kind;
  if (kind == NodeKind::Scalar || kind == NodeKind::Alias) return read_scalar(node, entry, column);
  entry.kind = kind == NodeKind::Sequence ? ValueKind::List : ValueKind::Mapping;
  entry.is_flow =
      is_in_flow_ || is_token(at_, TokenKind::ListStart) || is_token(at_, TokenKind::MappingStart);
  if (!entry.is_flow) return read_block(node, entry, column);
  const bool was_in_flow = is_in_flow_;
  note(entry, &LayoutNotes::value_before, take_all_lines(column + 2));
  is_in_flow_ = true;
  const bool is_read = read_flow(node, entry);
  is_in_flow_ = was_in_flow;
  return is_read;
}

bool LayoutReader::read_scalar(NodeId node, LayoutEntry& entry, std::int32_t column) {
  const Piece& one = piece(at_);
  note(entry, &LayoutNotes::value_before, take_all_lines(column + 2));
  entry.kind = ValueKind::Scalar;
  entry.style = one.style;
  entry.text = text_of(one);
  const std::string_view written = entry.text;
  entry.has_lines = written.find_first_of("\r\n") != written.npos;
  if (one.token != TokenKind::Alias) {
    const std::string_view meaning = tree_.text_of(node);
    if (one.style == ScalarStyle::SingleQuoted) {
      entry.text = kept(written_scalar(written, meaning, one.style));
    }
    const ScalarType type = scalar_type(meaning, tree_[node].plain);
    entry.is_number = type == ScalarType::Int || type == ScalarType::Float;
  }
  advance_to(at_ + 1);
  return !gives_indentation(written, one.style);
}

// A key is on one line, so it has no comments of its own.
bool LayoutReader::read_key(NodeId node, LayoutEntry& entry) {
  entry.key_node = node;
  const PieceRange range = syntax_.nodes[node];
  if (range.first == range.last) return false;
  advance_to(range.first);
  std::string anchor;
  if (is_token(at_, TokenKind::Anchor)) {
    anchor = std::string(text_of(piece(at_))) + " ";
    advance_to(at_ + 1);
    if (token_from(at_) >= range.last) return false;
    advance_to(token_from(at_));
  }
  const Piece& one = piece(at_);
  entry.key = text_of(one);
  if (one.token == TokenKind::Alias) {
    entry.key = kept(anchor + std::string(entry.key) + " ");  // "*a:" would be another name
  } else {
    if (one.token != TokenKind::Scalar) return false;
    if (entry.key.find_first_of("\r\n") != std::string_view::npos) return false;
    if (!anchor.empty() || (is_quoted(one.style) && !layout_.is_json)) {
      entry.key = kept(anchor + written_key(entry.key, tree_.text_of(node), one.style));
    }
  }
  advance_to(at_ + 1);
  if (is_token(token_from(at_), TokenKind::Value)) advance_to(token_from(at_) + 1);
  return true;
}

// --- blocks ---

bool LayoutReader::read_block(NodeId node, LayoutEntry& block, std::int32_t around) {
  if (!is_token(at_, block.kind == ValueKind::List ? TokenKind::Item : piece(at_).token)) {
    return false;
  }
  block.column = column_of(at_);
  block.is_indentless = block.kind == ValueKind::List && block.column == around;
  block.entries.reserve(tree_[node].size);
  NodeId child = node + 1;
  for (std::uint32_t i = 0; i < tree_[node].size; ++i) {
    LayoutEntry entry;
    if (!begin_block_entry(block, entry)) return false;
    if (block.kind == ValueKind::Mapping) {
      if (!read_key(child, entry)) return false;
      child = tree_[child].after;
    }
    reach_comment_of_line();
    if (!read_value(child, entry, block.column)) return false;
    if (entry.kind == ValueKind::Empty) {
      reach_comment_of_line();
      if (entry.notes().head.empty()) note(entry, &LayoutNotes::head, take_comment_of_line());
    } else if (!entry.is_collection() || entry.is_flow) {
      take_trailing(entry);
    }
    child = tree_[child].after;
    block.entries.push_back(std::move(entry));
  }
  take_end_of_block(block);
  return true;
}

// Up to the key, or past the dash.
bool LayoutReader::begin_block_entry(LayoutEntry& block, LayoutEntry& entry) {
  const std::uint32_t first = token_from(at_);
  advance_to(first);
  if (is_token(first, TokenKind::Key)) return false;
  share_lines(block, entry);
  entry.blank_before = blank_;
  blank_ = false;
  if (block.kind == ValueKind::Mapping) return true;
  if (!is_token(first, TokenKind::Item)) return false;
  advance_to(first + 1);
  return true;
}

// The comments between two entries belong to the next one, unless they are indented further, or
// follow the previous one and a blank line follows them.
void LayoutReader::share_lines(LayoutEntry& block, LayoutEntry& next) {
  if (pending_.empty()) return;
  std::size_t count = 0;
  if (!block.entries.empty()) {
    while (count < pending_.size() && pending_[count].column > block.column) ++count;
    std::size_t attached = count;
    while (attached < pending_.size() && !pending_[attached].blank_before) ++attached;
    const bool ends_with_blank = attached < pending_.size() || blank_;
    if (attached > count && ends_with_blank) count = attached;
    note(block.entries.back(), &LayoutNotes::after, take_lines(block.column, count));
  }
  note(next, &LayoutNotes::before, take_all_lines(block.column));
}

void LayoutReader::take_end_of_block(LayoutEntry& block) {
  const std::uint32_t next = token_from(at_);
  const bool is_last = next == end_ || is_token(next, TokenKind::DocumentEnd);
  const std::int32_t next_column = is_last ? -1 : column_of(next);
  // At the column of the mapping around the list, it is one of the mapping's.
  const std::int32_t first_column = block.column + (block.is_indentless ? 1 : 0);
  for (std::uint32_t at = at_; at < next; ++at) {
    if (piece(at).kind != PieceKind::Comment) continue;
    const std::int32_t column = column_of(at);
    if (column < first_column || column <= next_column) break;
    advance_to(at + 1);
  }
  note(block, &LayoutNotes::end, take_all_lines(block.column));
}

// --- between brackets ---

bool LayoutReader::read_flow(NodeId node, LayoutEntry& flow) {
  const bool is_pair = is_flow_pair(node);
  if (!is_pair) {
    advance_to(at_ + 1);
    reach_comment_of_line();
    note(flow, &LayoutNotes::value_head, take_comment_of_line());
  }
  flow.entries.reserve(tree_[node].size);
  NodeId child = node + 1;
  for (std::uint32_t i = 0; i < tree_[node].size; ++i) {
    LayoutEntry entry;
    advance_to(token_from(at_));
    if (is_token(at_, TokenKind::Key)) return false;
    share_lines_in_flow(flow, entry);
    entry.blank_before = blank_;
    blank_ = false;
    if (flow.kind == ValueKind::Mapping) {
      if (!read_key(child, entry)) return false;
      child = tree_[child].after;
    }
    if (!read_value(child, entry, 0)) return false;
    child = tree_[child].after;
    if (!is_pair) end_flow_entry(entry);
    flow.has_comments = flow.has_comments || entry.has_comments || is_commented(entry);
    flow.entries.push_back(std::move(entry));
  }
  if (is_pair) return true;
  advance_to(token_from(at_));
  note(flow, &LayoutNotes::end, take_all_lines(0));
  advance_to(at_ + 1);
  const LayoutNotes& notes = flow.notes();
  flow.has_comments = flow.has_comments || !notes.value_head.empty() || !notes.end.empty();
  return true;
}

// Brackets have no columns: the lines after a comma belong to the next entry, unless they follow
// the comma and a blank line follows them.
void LayoutReader::share_lines_in_flow(LayoutEntry& flow, LayoutEntry& next) {
  if (pending_.empty()) return;
  if (!flow.entries.empty()) {
    std::size_t attached = 0;
    while (attached < pending_.size() && !pending_[attached].blank_before) ++attached;
    const bool ends_with_blank = attached < pending_.size() || blank_;
    if (attached > 0 && ends_with_blank) {
      for (const CommentLine& line : take_lines(0, attached)) {
        flow.entries.back().add_notes().after.push_back(line);
      }
      flow.has_comments = true;
    }
  }
  note(next, &LayoutNotes::before, take_all_lines(0));
}

// Past the comma, and the comment after it.
void LayoutReader::end_flow_entry(LayoutEntry& entry) {
  reach_comment_of_line();
  note(entry, &LayoutNotes::trailing, take_comment_of_line());
  if (!is_token(token_from(at_), TokenKind::Comma)) return;
  advance_to(token_from(at_) + 1);
  reach_comment_of_line();
  if (entry.notes().trailing.empty()) note(entry, &LayoutNotes::trailing, take_comment_of_line());
  note(entry, &LayoutNotes::after, take_all_lines(0));
}

// --- the document ---

// Comments that a blank line separates from the first key are about the file; so are those that
// tell an editor its schema.
std::size_t LayoutReader::count_header_lines() const {
  if (blank_) return pending_.size();
  for (std::size_t i = pending_.size(); i-- > 0;) {
    if (pending_[i].text.find("$schema") != std::string_view::npos) return i + 1;
    if (pending_[i].blank_before) return i;
  }
  return 0;
}

void LayoutReader::read_start() {
  advance_to(token_from(at_));
  if (!is_token(at_, TokenKind::DocumentStart)) {
    layout_.header = take_lines(0, count_header_lines());
    return;
  }
  layout_.header = take_all_lines(0);
  layout_.has_start_mark = true;
  blank_ = false;
  advance_to(at_ + 1);
  reach_comment_of_line();
  layout_.start_comment = take_comment_of_line();
  advance_to(token_from(at_));
  layout_.after_start = take_lines(0, count_header_lines());
}

void LayoutReader::read_end() {
  if (is_token(token_from(at_), TokenKind::DocumentEnd)) {
    advance_to(token_from(at_));
    for (const CommentLine& line : take_all_lines(0)) {
      layout_.root.add_notes().end.push_back(line);
    }
    layout_.has_end_mark = true;
    blank_ = false;
    advance_to(at_ + 1);
    reach_comment_of_line();
    layout_.end_comment = take_comment_of_line();
  }
  advance_to(end_);
  // Brackets have no column that a comment could be in.
  is_in_flow_ = layout_.root.is_flow;
  layout_.footer = take_all_lines(0);
}

bool LayoutReader::read() {
  layout_.has_byte_order_mark = text_.starts_with(byte_order_mark);
  const std::size_t line_break = text_.find_first_of("\r\n");
  layout_.has_windows_breaks =
      line_break != text_.npos && text_.substr(line_break).starts_with("\r\n");
  layout_.is_json = is_json(text_, syntax_);
  const Node& root = tree_[0];
  if (root.kind != NodeKind::Mapping && root.kind != NodeKind::Sequence) return false;
  read_start();
  if (!read_value(0, layout_.root, -1)) return false;
  if (layout_.root.is_flow) take_trailing(layout_.root);
  read_end();
  return pending_.empty() && at_ == end_;
}

std::optional<Layout> read_layout(std::string_view text, const ConcreteSyntax& syntax) {
  Layout layout;
  if (!syntax.tree || !LayoutReader(text, syntax, layout).read()) return std::nullopt;
  return layout;
}

}  // namespace rigy::tools

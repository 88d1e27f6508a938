#include "syntax/parser.hpp"

#include <algorithm>

#include "common/unreachable.hpp"
#include "syntax/written_text.hpp"

namespace rigy::language {

void Parser::advance() {
  if (tokens_ != nullptr) keep(lexer_.peek());
  lexer_.advance();
}

// A place that is read again replaces what was read there before.
void Parser::keep(const SyntaxToken& token) {
  if (token.size == 0) return;
  while (!tokens_->empty() && tokens_->back().begin + tokens_->back().size > token.begin) {
    tokens_->pop_back();
  }
  tokens_->push_back(token);
}

bool Parser::is_at(TokenKind kind) {
  const SyntaxToken& token = lexer_.peek();
  return token.kind == kind && !token.begins_mapping && !token.begins_list && !token.is_key;
}

bool Parser::is_at_key() {
  const SyntaxToken& token = lexer_.peek();
  return !token.begins_mapping && (token.is_key || token.kind == TokenKind::Key);
}

bool Parser::is_at_part_of_mapping() {
  return is_at_key() || is_at(TokenKind::Value) || is_at(TokenKind::BlockEnd);
}

// The mark before a key may be invisible.
void Parser::take_key_mark() {
  SyntaxToken& token = lexer_.peek();
  if (token.is_key) {
    token.is_key = false;
  } else {
    advance();
  }
}

bool Parser::expects_key() const {
  return !frames_.empty() && frames_.back().kind == NodeKind::Mapping && !builder_.expects_value();
}

bool Parser::parse() {
  while (!done_) {
    if (step()) continue;
    // Tokens were read in advance: what is wrong with them does not count.
    lexer_.forget_faults(lexer_.peek());
    return false;
  }
  return true;
}

bool Parser::step() {
  if (frames_.empty()) return has_root_ ? end_document() : start_document();
  switch (state()) {
    case State::BlockItem:
      return take_item();
    case State::IndentlessItem:
      return take_indentless_item();
    case State::BlockKey:
      return take_block_key();
    case State::BlockValue:
      return take_block_value();
    case State::FirstItem:
    case State::Item:
      return take_flow_item();
    case State::PairKey:
      return take_pair_key();
    case State::PairValue:
      return take_pair_value();
    case State::PairEnd:
      return close_block();
    case State::FirstFlowKey:
    case State::FlowKey:
      return take_flow_key();
    case State::FlowValue:
      return take_flow_value();
    case State::EmptyFlowValue:
      state() = State::FlowKey;
      return add_empty(lexer_.peek().start);
  }
  unreachable();
}

// Documents.

void Parser::refuse_directives(const SyntaxToken& first, const SyntaxToken& last) {
  reporter_
      .report(Code::UnsupportedYaml, first.start, last.end, "YAML directives are not supported")
      .help("remove the line that begins with '%'");
}

bool Parser::start_document() {
  const SyntaxToken first = lexer_.peek();
  bool has_directive = false;
  while (is_at(TokenKind::Directive)) {
    has_directive = has_directive || !lexer_.peek().damaged;
    advance();
  }
  const SyntaxToken mark = lexer_.peek();
  if (mark.kind == TokenKind::DocumentStart) {
    if (has_directive) refuse_directives(first, mark);
    advance();
    const TokenKind next = lexer_.peek().kind;
    if (next == TokenKind::Directive || next == TokenKind::DocumentStart ||
        next == TokenKind::DocumentEnd || next == TokenKind::End) {
      has_root_ = true;
      return add_empty(lexer_.peek().start);
    }
  } else if (has_directive) {
    lexer_.note(Fault::ContentAfterDocument, mark);
  }
  if (lexer_.peek().kind == TokenKind::End) {
    done_ = true;
    return true;
  }
  has_root_ = true;
  return take_node(true);
}

bool Parser::end_document() {
  while (is_at(TokenKind::DocumentEnd)) advance();
  const SyntaxToken first = lexer_.peek();
  while (is_at(TokenKind::Directive)) advance();
  const SyntaxToken next = lexer_.peek();
  done_ = true;
  if (next.kind == TokenKind::DocumentStart) {
    lexer_.forget_faults(first);  // nothing else is said about the others
    reporter_
        .report(Code::UnsupportedYaml, first.start, next.end, "more than one document in the file")
        .help("keep one document, without '---' between its parts");
  } else if (next.kind != TokenKind::End) {
    lexer_.note(Fault::ContentAfterDocument, next);
  }
  return true;
}

// Collections.

bool Parser::add_empty(Position at, bool damaged) {
  NodeHead head{.start = at, .end = at, .anchor = {}};
  head.damaged = damaged;
  return builder_.add_scalar(head, 0, 0, true);
}

bool Parser::open(const NodeHead& head, NodeKind kind, const Frame& frame) {
  if (!builder_.open(head, kind)) return false;
  frames_.push_back(frame);
  return true;
}

bool Parser::close_block() {
  frames_.pop_back();
  return builder_.close_block(lexer_.peek());
}

bool Parser::close_brackets() {
  frames_.pop_back();
  if (lexer_.peek().damaged) builder_.mark_damaged();
  if (!builder_.close_brackets(lexer_.peek())) return false;
  advance();
  return true;
}

bool Parser::take_item() {
  if (is_at(TokenKind::Item)) {
    if (lexer_.peek().size == 0) return skip_lost_item();
    const SyntaxToken item = lexer_.peek();
    advance();
    if (is_at(TokenKind::Item) || is_at(TokenKind::BlockEnd)) {
      return add_empty(item.end, item.damaged);
    }
    const std::size_t depth = frames_.size();
    if (!take_node(true)) return false;
    // What the lines after it belong to is not certain.
    if (item.misplaced && frames_.size() > depth) builder_.mark_damaged();
    return true;
  }
  if (!is_at(TokenKind::BlockEnd)) return recover_in_block(Fault::NoItem);
  if (lexer_.peek().damaged) builder_.mark_damaged();
  if (!close_block()) return false;
  advance();
  return true;
}

// Stands for lines that cannot be read; the items after it keep their numbers.
bool Parser::skip_lost_item() {
  builder_.mark_damaged();
  advance();
  advance();
  return true;
}

bool Parser::take_indentless_item() {
  if (!is_at(TokenKind::Item)) return close_block();
  const Position after = lexer_.peek().end;
  const bool damaged = lexer_.peek().damaged;
  advance();
  if (!is_at(TokenKind::Item) && !is_at_part_of_mapping()) return take_node(true);
  return add_empty(after, damaged);
}

bool Parser::take_block_key() {
  if (is_at_key()) {
    const SyntaxToken& token = lexer_.peek();
    if (token.misplaced) builder_.mark_damaged();
    if (token.lacks_colon) return take_key_without_colon();
    const Position after = token.is_key ? token.start : token.end;
    take_key_mark();
    state() = State::BlockValue;
    if (is_at_part_of_mapping()) return add_empty(after);
    return take_node(true, true);
  }
  if (!is_at(TokenKind::BlockEnd)) return recover_in_block(Fault::NoKey);
  if (lexer_.peek().damaged) builder_.mark_damaged();
  if (!close_block()) return false;
  advance();
  return true;
}

bool Parser::take_block_value() {
  state() = State::BlockKey;
  if (!is_at(TokenKind::Value)) return add_empty(lexer_.peek().start);
  const Position after = lexer_.peek().end;
  const bool damaged = lexer_.peek().damaged;
  advance();
  if (is_at_part_of_mapping()) return add_empty(after, damaged);
  return take_node(true, true);
}

bool Parser::take_flow_item() {
  if (is_at(TokenKind::ListEnd)) return close_brackets();
  if (state() == State::Item) {
    if (!is_at(TokenKind::Comma)) return recover_in_flow(Fault::OpenList);
    advance();
    if (is_at(TokenKind::ListEnd)) return close_brackets();
  }
  state() = State::Item;
  if (!is_at_key()) return take_node(false);
  const SyntaxToken& key = lexer_.peek();
  const NodeHead head{.start = key.start, .end = key.is_key ? key.start : key.end, .anchor = {}};
  take_key_mark();
  return open(head, NodeKind::Mapping, {State::PairKey, NodeKind::Mapping, true});
}

bool Parser::take_pair_key() {
  state() = State::PairValue;
  return take_node(false);
}

bool Parser::take_pair_value() {
  state() = State::PairEnd;
  if (is_at(TokenKind::Value)) {
    advance();
    if (!is_at(TokenKind::Comma) && !is_at(TokenKind::ListEnd)) return take_node(false);
  }
  return add_empty(lexer_.peek().start);
}

bool Parser::take_flow_key() {
  if (is_at(TokenKind::MappingEnd)) return close_brackets();
  if (state() == State::FlowKey) {
    if (!is_at(TokenKind::Comma)) return recover_in_flow(Fault::OpenMapping);
    advance();
    if (is_at(TokenKind::MappingEnd)) return close_brackets();
  }
  if (!is_at_key()) {
    state() = State::EmptyFlowValue;
    return take_node(false);
  }
  take_key_mark();
  state() = State::FlowValue;
  if (!is_at(TokenKind::Value) && !is_at(TokenKind::Comma) && !is_at(TokenKind::MappingEnd)) {
    return take_node(false);
  }
  return add_empty(lexer_.peek().start);
}

bool Parser::take_flow_value() {
  state() = State::FlowKey;
  if (is_at(TokenKind::Value)) {
    advance();
    if (!is_at(TokenKind::Comma) && !is_at(TokenKind::MappingEnd)) return take_node(false);
  }
  return add_empty(lexer_.peek().start);
}

// Nodes.

bool Parser::take_node(bool in_block, bool indentless) {
  const SyntaxToken& first = lexer_.peek();
  NodeHead head{.start = first.start, .end = first.start, .anchor = {}};
  if (first.kind == TokenKind::Alias && is_at(TokenKind::Alias)) {
    head.end = first.end;
    const std::string_view name = text_.substr(first.begin + 1, first.size - 1);
    advance();
    return builder_.add_alias(head, name);
  }
  for (bool has_anchor = false, has_tag = false;;) {
    const SyntaxToken& token = lexer_.peek();
    if (is_at(TokenKind::Anchor) && !has_anchor) {
      has_anchor = true;
      head.anchor = text_.substr(token.begin + 1, token.size - 1);
    } else if (is_at(TokenKind::Tag) && !has_tag) {
      has_tag = true;
      head.has_tag = !token.damaged;
    } else {
      break;
    }
    head.end = token.end;
    advance();
  }
  return take_content(head, in_block, indentless);
}

bool Parser::take_content(NodeHead& head, bool in_block, bool indentless) {
  SyntaxToken& token = lexer_.peek();
  const bool is_written = !token.begins_mapping && !token.begins_list && !token.is_key;
  if (is_written && token.kind == TokenKind::Scalar) {
    head.end = token.end;
    head.damaged = token.damaged;
    advance();
    return builder_.add_scalar(head, token.text_begin, token.text_size,
                               token.style == ScalarStyle::Plain);
  }
  NodeKind kind = NodeKind::Sequence;
  Frame frame{State::FirstItem, kind, true};
  const bool is_bracket =
      is_written && (token.kind == TokenKind::ListStart || token.kind == TokenKind::MappingStart);
  const bool is_indentless = is_written && indentless && token.kind == TokenKind::Item;
  if (is_bracket) {
    head.end = token.end;
    if (token.kind == TokenKind::MappingStart) {
      kind = NodeKind::Mapping;
      frame = {State::FirstFlowKey, kind, true};
    }
  } else if (is_indentless) {
    head.end = token.end;
    frame = {State::IndentlessItem, kind};
  } else if (in_block && token.begins_list) {
    head.end = token.start;
    frame = {State::BlockItem, kind, false, token.indent};
  } else if (in_block && token.begins_mapping) {
    head.end = token.start;
    kind = NodeKind::Mapping;
    frame = {State::BlockKey, kind, false, token.indent};
  } else if (head.end != head.start) {
    return builder_.add_scalar(head, 0, 0, true);  // only an anchor or a tag
  } else {
    return in_block ? recover_in_block(Fault::NoValue) : recover_in_flow(Fault::NoValue);
  }
  if (expects_key()) {
    if (!builder_.add_refused_key(head, kind)) return false;
    return skip_node();
  }
  if (is_bracket) frame.first = token;
  if (!open(head, kind, frame)) return false;
  if (is_bracket) advance();
  token.begins_list = token.begins_mapping = false;
  return true;
}

// Passes over a collection. False if it is nested too deeply to read on.
bool Parser::skip_node() {
  std::size_t depth = 0;
  do {
    SyntaxToken& token = lexer_.peek();
    if (token.kind == TokenKind::End || token.kind == TokenKind::DocumentStart) return true;
    if (depth == 0 && token.kind == TokenKind::Item && !token.begins_list) {
      // A list without indentation of its own: up to the value.
      while (!is_at_part_of_mapping() && !is_at(TokenKind::End)) advance();
      return true;
    }
    if (token.begins_list || token.begins_mapping) ++depth;
    token.begins_list = token.begins_mapping = token.is_key = false;
    if (token.kind == TokenKind::ListStart || token.kind == TokenKind::MappingStart) ++depth;
    const bool ends = token.kind == TokenKind::ListEnd || token.kind == TokenKind::MappingEnd ||
                      token.kind == TokenKind::BlockEnd;
    if (ends && depth > 0) --depth;
    if (depth > builder_.nesting()) return false;
    advance();
  } while (depth > 0);
  return true;
}

// "id body" is read as "id: body"; what cannot be read like that counts as reported.
bool Parser::take_key_without_colon() {
  SyntaxToken token = lexer_.peek();
  builder_.mark_damaged();
  take_key_mark();
  lexer_.peek().lacks_colon = false;
  NodeHead key{.start = token.start, .end = token.end, .anchor = {}};
  key.damaged = true;
  if (token.kind != TokenKind::Scalar) {
    lexer_.resume_in_block(token, open_blocks());
    lexer_.note(Fault::MissingColon, token);
    return builder_.add_scalar(key, 0, 0, false) && add_empty(token.end, true);
  }
  advance();
  const std::string_view written = text_.substr(token.begin, token.size);
  // A nameless anchor, for instance, has no text.
  const bool has_text = token.style == ScalarStyle::Plain && token.text_size == token.size;
  const bool is_one_line = has_text && token.start.line == token.end.line;
  const std::size_t word = std::min(written.find_first_of(" \t"), written.size());
  if (!is_one_line || word == written.size()) {
    if (!builder_.add_scalar(key, token.text_begin, token.text_size, false)) {
      // A key that is too long has a colon that does not count.
      token.begin += token.size;
      lexer_.forget_faults(token);
      return false;
    }
    if (is_at(TokenKind::Value)) {
      state() = State::BlockValue;
      return true;
    }
    return add_empty(token.end, true);
  }
  const auto column_after = [&](std::size_t size) {
    return token.start.column + code_points_in(written.substr(0, size));
  };
  std::size_t rest = written.find_first_not_of(" \t", word);
  std::size_t end = written.size();
  key.end = {token.start.line, column_after(word)};
  if (!builder_.add_scalar(key, token.text_begin, static_cast<std::uint32_t>(word), false)) {
    return false;
  }
  NodeHead value{.start = {token.start.line, column_after(rest)}, .end = token.end, .anchor = {}};
  const char first = written[rest];
  const bool is_quoted =
      (first == '"' || first == '\'') && end - rest > 1 && written[end - 1] == first;
  // More than one word was hardly meant to be a value.
  const bool is_word = written.find_first_of(" \t", rest) == std::string_view::npos;
  const bool is_plain = std::string_view("=[{\"'|>").find(first) == std::string_view::npos;
  value.damaged = !is_quoted && !(is_word && is_plain);
  if (is_quoted) {
    ++rest;
    --end;
  }
  return builder_.add_scalar(value, token.text_begin + static_cast<std::uint32_t>(rest),
                             static_cast<std::uint32_t>(end - rest), !is_quoted);
}

}  // namespace rigy::language

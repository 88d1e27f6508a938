// Going on after a mistake.
#include <algorithm>

#include "syntax/parser.hpp"

namespace rigy::language {

std::vector<Block> Parser::open_blocks() const {
  std::vector<Block> blocks{Block{}};
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    if (frame.state == State::IndentlessItem) blocks.back().has_items = true;
    if (frame.column < 0) continue;
    Block& block = blocks.emplace_back();
    block.column = frame.column;
    block.is_list = frame.kind == NodeKind::Sequence;
    block.start = builder_.start_of_open(i);
  }
  return blocks;
}

// In the place of what cannot be read, if anything is expected there.
bool Parser::stand_in(const SyntaxToken& before) {
  builder_.mark_damaged();
  if (builder_.expects_value()) return add_empty(before.start, true);
  return true;
}

bool Parser::recover_in_block(Fault fault) {
  const SyntaxToken token = lexer_.peek();
  const Position context = frames_.empty() || fault == Fault::NoValue
                               ? Position{}
                               : builder_.start_of_open(frames_.size() - 1);
  lexer_.resume_in_block(token, open_blocks());
  lexer_.note(fault, token, context);
  if (frames_.empty()) {
    has_root_ = false;
    return true;
  }
  const bool is_item = fault == Fault::NoValue && frames_.back().kind == NodeKind::Sequence;
  if (is_item) {
    builder_.mark_damaged();
    return add_empty(token.start, true);
  }
  if (frames_.back().state == State::BlockValue) frames_.back().state = State::BlockKey;
  builder_.doubt_last_value();
  return stand_in(token);
}

// The outermost of the collections in brackets that are open.
std::size_t Parser::first_flow() const {
  std::size_t first = frames_.size();
  while (first > 0 && frames_[first - 1].is_flow) --first;
  return first;
}

std::size_t Parser::flow_depth() const {
  return static_cast<std::size_t>(std::count_if(frames_.begin(), frames_.end(), [](const Frame& f) {
    return f.is_flow && f.state != State::PairKey && f.state != State::PairValue &&
           f.state != State::PairEnd;
  }));
}

std::size_t Parser::innermost_bracket() const {
  std::size_t index = frames_.size() - 1;
  while (frames_[index].state == State::PairKey || frames_[index].state == State::PairValue ||
         frames_[index].state == State::PairEnd) {
    --index;
  }
  return index;
}

bool Parser::recover_in_flow(Fault fault) {
  const SyntaxToken token = lexer_.peek();
  const std::size_t outermost = first_flow();
  const Position context =
      fault == Fault::NoValue ? Position{} : builder_.start_of_open(innermost_bracket());
  bool goes_on = true;
  if (lexer_.resume_in_blocks_around(frames_[outermost].first, token, open_blocks())) {
    builder_.remove_from(lexer_.here(), outermost);
    builder_.mark_all_damaged(outermost);
    frames_.resize(outermost + 1, frames_[0]);
    builder_.mark_damaged();
    goes_on = close_block();
  } else if (token.kind == TokenKind::End || token.kind == TokenKind::DocumentStart ||
             token.kind == TokenKind::DocumentEnd) {
    goes_on = close_all_brackets(token);
  } else if (token.kind == TokenKind::ListEnd || token.kind == TokenKind::MappingEnd) {
    goes_on = close_wrong_bracket(token);
  } else {
    goes_on = go_on_between_brackets(token, fault);
  }
  lexer_.note(fault, token, context);
  return goes_on;
}

bool Parser::go_on_between_brackets(const SyntaxToken& token, Fault fault) {
  while (frames_.size() - 1 > innermost_bracket()) {
    if (!close_unfinished(token)) return false;
  }
  const bool is_list = frames_.back().kind == NodeKind::Sequence;
  if (fault != Fault::NoValue && begins_item(token)) {
    state() = is_list ? State::FirstItem : State::FirstFlowKey;
    return stand_in(token);
  }
  if (fault == Fault::NoValue) {
    if (is_list && !add_empty(token.start, true)) return false;
  } else if (Node& last = builder_.node(builder_.last_node()); last.kind == NodeKind::Scalar) {
    // What was read last is not all of it.
    last.reported = true;
  }
  state() = is_list ? State::Item : State::FlowKey;
  skip_to_next_item();
  return stand_in(token);
}

// Whether only a comma is missing before this token.
bool Parser::begins_item(const SyntaxToken& token) {
  if (frames_.back().kind == NodeKind::Mapping) return is_at_key();
  if (token.kind == TokenKind::ListStart || token.kind == TokenKind::MappingStart) return true;
  return token.kind == TokenKind::Scalar &&
         builder_.node(builder_.last_node()).end.line < token.start.line;
}

bool Parser::close_unfinished(const SyntaxToken& before) {
  if (!stand_in(before)) return false;
  frames_.pop_back();
  return builder_.close_block(before);
}

bool Parser::close_all_brackets(const SyntaxToken& before) {
  builder_.mark_all_damaged(first_flow());
  for (const std::size_t outermost = first_flow(); frames_.size() > outermost;) {
    if (!close_unfinished(before)) return false;
  }
  SyntaxToken again = before;
  again.end = again.start;
  again.size = 0;
  lexer_.resume_after(again, open_blocks(), 0);
  return true;
}

// "[0, 0}": closes what it fits, or else the innermost.
bool Parser::close_wrong_bracket(const SyntaxToken& bracket) {
  const NodeKind kind = bracket.kind == TokenKind::ListEnd ? NodeKind::Sequence : NodeKind::Mapping;
  const auto is_pair = [](const Frame& frame) {
    return frame.state == State::PairKey || frame.state == State::PairValue ||
           frame.state == State::PairEnd;
  };
  std::size_t closed = innermost_bracket();
  for (std::size_t i = frames_.size(); i > first_flow(); --i) {
    if (frames_[i - 1].kind != kind || is_pair(frames_[i - 1])) continue;
    closed = i - 1;
    break;
  }
  while (frames_.size() > closed + 1) {
    if (!close_unfinished(bracket)) return false;
  }
  if (!stand_in(bracket)) return false;
  frames_.pop_back();
  if (!builder_.close_brackets(bracket)) return false;
  if (tokens_ != nullptr) keep(bracket);
  lexer_.resume_after(bracket, open_blocks(), flow_depth());
  return true;
}

void Parser::skip_to_next_item() {
  std::size_t depth = 0;
  for (;; advance()) {
    SyntaxToken& token = lexer_.peek();
    switch (token.kind) {
      case TokenKind::ListStart:
      case TokenKind::MappingStart:
        ++depth;
        break;
      case TokenKind::ListEnd:
      case TokenKind::MappingEnd:
        if (depth == 0) return;
        --depth;
        break;
      case TokenKind::Comma:
        if (depth == 0) return;
        break;
      case TokenKind::End:
      case TokenKind::DocumentStart:
      case TokenKind::DocumentEnd:
        return;
      default:
        break;
    }
  }
}

}  // namespace rigy::language

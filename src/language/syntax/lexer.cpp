#include "syntax/lexer.hpp"

#include <algorithm>

#include "common/limits.hpp"
#include "syntax/characters.hpp"

namespace rigy::language {
namespace {

// Tokens that are read at once: they stay in the processor's cache.
constexpr std::size_t batch = 256;
constexpr std::size_t max_restarts = 200;

}  // namespace

Lexer::Lexer(std::string_view text, std::vector<char>& texts)
    : begin_(text.data()),
      end_(begin_ + text.size()),
      at_(begin_),
      line_start_(begin_),
      texts_(texts),
      text_size_(texts.size()) {
  tokens_.reserve(2 * batch);
}

Lexer::~Lexer() { texts_.resize(text_size_); }

void Lexer::note(Fault fault, const SyntaxToken& at, Position context) {
  note(fault, at.start, begin_ + at.begin, context);
}

void Lexer::note(Fault fault, Position at, const char* where, Position context) {
  const auto offset = static_cast<std::uint32_t>(where - begin_);
  const bool is_known = std::any_of(faults_.begin(), faults_.end(),
                                    [offset](const auto& known) { return known.offset == offset; });
  if (is_known || faults_.size() >= max_syntax_faults) return;
  faults_.push_back({fault, at, offset, context});
}

void Lexer::forget_faults(const SyntaxToken& from) {
  std::erase_if(faults_, [&](const SyntaxFault& one) { return one.offset >= from.begin; });
}

// Tokens.

std::size_t Lexer::count_ready() {
  if (ended_) return tokens_.size();
  while (first_key_ < keys_.size() && !keys_[first_key_].possible) ++first_key_;
  return first_key_ == keys_.size() ? tokens_.size() : keys_[first_key_].token - dropped_;
}

void Lexer::refill() {
  if (next_ > 0) {
    tokens_.erase(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(next_));
    dropped_ += next_;
    next_ = 0;
  }
  // After the end it is found again.
  if (ended_ && tokens_.empty()) add_token(TokenKind::End, 0);
  ready_ = count_ready();
  while (!ended_ && (ready_ == 0 || tokens_.size() < batch)) {
    fetch();
    ready_ = count_ready();
  }
}

void Lexer::start_again(const Place& place, std::span<const Block> blocks) {
  return_to(place);
  // Each time may read the whole text again.
  if (++restarts_ > max_restarts) at_ = line_start_ = end_;
  dropped_ += tokens_.size();
  tokens_.clear();
  next_ = ready_ = 0;
  blocks_.assign(blocks.begin(), blocks.end());
  keys_.assign(1, SimpleKey{});
  first_key_ = depth_ = 0;
  key_allowed_ = true;
  ended_ = false;
  last_kind_ = TokenKind::Scalar;
  last_line_ = 0;
  wrong_item_ = nullptr;
  ends_are_doubtful_ = false;
  if (wrong_since_ >= place.line) wrong_column_ = right_column_ = -1;
  const auto offset = static_cast<std::uint32_t>(at_ - begin_);
  std::erase_if(faults_, [offset](const SyntaxFault& one) { return one.offset >= offset; });
}

void Lexer::start_at_line(std::uint32_t line, char fence) {
  faults_.clear();
  const Block none;
  start_again(place_of_line(line), {&none, 1});
  last_kind_ = TokenKind::DocumentStart;
  fence_ = fence;
}

void Lexer::resume_after(const SyntaxToken& token, std::span<const Block> blocks,
                         std::size_t depth) {
  const char* const at = begin_ + token.begin + token.size;
  start_again({at, at - (token.end.column - 1), token.end.line}, blocks);
  depth_ = depth;
  brackets_.resize(depth);
  keys_.resize(depth + 1);
  key_allowed_ = false;
  last_kind_ = token.kind;
  last_line_ = token.end.line;
}

void Lexer::resume_in_block(const SyntaxToken& token, std::span<const Block> blocks) {
  Place place;
  place.at = place.line_start = begin_ + token.begin;
  place.line = token.start.line;
  start_again(place, blocks);
  if (blocks.back().column < 0) {
    // Without a block, only the line is lost.
    skip_line();
    last_kind_ = TokenKind::DocumentStart;
    return;
  }
  drop_lines_below(blocks.back().column);
}

bool Lexer::resume_in_blocks_around(const SyntaxToken& bracket, const SyntaxToken& token,
                                    std::span<const Block> blocks) {
  const std::int32_t column = blocks.back().column;
  if (column < 0) return false;
  const Place here = place();
  return_to({begin_ + bracket.begin, begin_ + bracket.begin, bracket.start.line});
  const char* const last = begin_ + token.begin;
  for (skip_line(); at_ <= last && !at_end(); skip_line()) {
    skip_break();
    const Place line = place();
    while (*at_ == ' ') ++at_;
    const bool is_outside = column_of(at_) <= column && !at_break() && !at_end();
    if (!is_outside || at_ > last) continue;
    if (!looks_like_key(at_) && !looks_like_item(at_)) continue;
    start_again(line, blocks);
    return true;
  }
  return_to(here);
  return false;
}

void Lexer::stop() {
  at_ = end_;
  fetch_end();
}

// Places.

void Lexer::return_to(const Place& place) {
  at_ = place.at;
  line_start_ = place.line_start;
  line_ = place.line;
  shift_ = 0;
}

Lexer::Place Lexer::place_of_line(std::uint32_t line) const {
  Place place{begin_, begin_, 1};
  for (; place.line < line; ++place.line) {
    while (!is_break_or_end(place.at)) ++place.at;
    if (place.at == end_) break;
    place.at += place.at[0] == '\r' && place.at[1] == '\n' ? 2 : 1;
  }
  place.line_start = place.at;
  return place;
}

bool Lexer::at_document_marker() const {
  if (at_ != line_start_ || end_ - at_ < 3) return false;
  const bool is_marker = (at_[0] == '-' && at_[1] == '-' && at_[2] == '-') ||
                         (at_[0] == '.' && at_[1] == '.' && at_[2] == '.');
  return is_marker && is_blank_or_end(at_ + 3);
}

void Lexer::skip_break() {
  at_ += at_[0] == '\r' && at_[1] == '\n' ? 2 : 1;
  line_start_ = at_;
  ++line_;
  shift_ = 0;
}

void Lexer::skip_line() {
  for (; !is_break_or_end(at_); ++at_) {
    if (continues_character(*at_)) ++line_start_;
  }
}

void Lexer::skip_character() {
  for (++at_; continues_character(*at_); ++at_) ++line_start_;
}

}  // namespace rigy::language

// Lines that are none of a document: words, and marks of other languages. And items that begin with
// another mark than "- ".
#include <algorithm>
#include <string_view>

#include "syntax/characters.hpp"
#include "syntax/lexer.hpp"

namespace rigy::language {
namespace {

// Whether no key begins like this, whatever follows.
bool begins_with_mark(std::string_view line) {
  constexpr std::string_view never = "@`%,]}|";
  if (never.find(line[0]) != std::string_view::npos) return true;
  for (const std::string_view mark : {"//", "/*", "<<<<<<<", "=======", ">>>>>>>"}) {
    if (line.starts_with(mark)) return true;
  }
  return false;
}

// "Note: this explains it: at length". Such a value would need quotes.
bool is_sentence(std::string_view line) {
  return line.find_first_of("\"'[{#&*!|>") == std::string_view::npos &&
         line.find(": ", line.find(": ") + 1) != std::string_view::npos;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

// Whether a block goes on further inside after a line at the column. A single word may be a key
// without its colon, of a block that begins on the next line.
bool Lexer::goes_on_after_line(std::int32_t column, bool has_words) const {
  const std::int32_t next = line_ahead().column;
  if (next <= column || (!has_words && !is_far_inside(column, next))) return false;
  return is_open_column(next) || (may_nest() && next > blocks_.back().column);
}

// Words between the lines of a block, which goes on after them.
bool Lexer::is_stray_line() const {
  if (looks_like_item(at_) || *at_ == '[' || *at_ == '{') return false;
  if (begins_block_scalar()) return false;
  const char* line_end = at_;
  bool has_colon = false;
  bool has_words = !is(*at_, Name);
  for (; !is_break_or_end(line_end); ++line_end) {
    if (*line_end == ':' && is_blank_or_end(line_end + 1)) {
      // As nearly all lines are.
      const bool has_words_after = is_blank(line_end[1]) && is_letter(line_end[2]);
      if (is(*at_, Name) && !has_words_after) return false;
      has_colon = true;
    }
    if (is_blank(*line_end) && !is_blank_or_end(line_end + 1)) has_words = true;
  }
  const std::string_view line(at_, static_cast<std::size_t>(line_end - at_));
  if (has_colon && !begins_with_mark(line) && !is_sentence(line)) return false;
  return goes_on_after_line(indentation(), has_words);
}

// A line before the first one of a block, with which no value begins.
bool Lexer::is_stray_mark() const {
  if (std::string_view("@`%,]}").find(*at_) == std::string_view::npos || !may_nest()) return false;
  const LineAhead next = line_ahead();
  if (next.column != indentation() || next.is_after_tabs || opens_block()) return false;
  const std::string_view rest(next.first, static_cast<std::size_t>(end_ - next.first));
  const bool begins_document = blocks_.size() == 1 && rest.starts_with("---");
  return begins_document || next.is_item || looks_like_key(next.first);
}

// Whether '|' or '>' is what a value begins with.
bool Lexer::begins_block_scalar() const {
  if ((*at_ != '>' && *at_ != '|') || !may_nest()) return false;
  const bool has_header = (at_[1] >= '1' && at_[1] <= '9') || at_[1] == '-' || at_[1] == '+';
  return has_header || is_blank_or_end(at_ + 1);
}

// A Markdown fence between the lines of a document that has none around it, or "... and so on".
bool Lexer::is_stray_fence() const {
  if (at_ != line_start_ || blocks_.size() == 1) return false;
  const auto is_three = [this](char c) { return at_[0] == c && at_[1] == c && at_[2] == c; };
  const char* after = at_ + 3;
  if (at_document_marker() && *at_ == '.') {
    while (is_blank(*after)) ++after;
    if (is_break_or_end(after) || *after == '#') return false;
  } else if (!is_three('`') || fence_ != '\0') {
    return false;
  }
  const LineAhead next = line_ahead();
  if (next.column > 0) return goes_on_after_line(0, true);
  const char* colon = next.first;
  while (next.column == 0 && *colon >= 'a' && *colon <= 'z') ++colon;
  return next.column == 0 && *colon == ':' && is_open_column(0);
}

// "[id: a" before a line with another key of the same mapping, or "[bones:" before its items.
bool Lexer::is_stray_bracket() const {
  if (depth_ > 0 || (*at_ != '[' && *at_ != '{')) return false;
  const char* const colon = colon_after_key(at_ + 1);
  if (colon == nullptr) return false;
  if (is_blank_line(colon + 1)) {
    const LineAhead next = line_ahead();
    return next.is_item && next.column >= indentation();
  }
  if (value_ahead(colon + 1) == ValueAhead::Open) return false;
  const char* last = colon;
  for (const char* at = colon; !is_break_or_end(at); ++at) {
    if (*at == ']' || *at == '}') return false;
    if (!is_blank(*at)) last = at;
  }
  const LineAhead next = line_ahead();
  return *last != ',' && next.column == indentation() && looks_like_key(next.first);
}

// "-id: a", "* id: a" or "+ id: a" where it is no key: at the column of a list, or before other
// keys of the item.
bool Lexer::is_wrong_item() const {
  const char* content = at_ + 1;
  if (*at_ == '*' || *at_ == '+') {
    if (*content != ' ') return false;
    while (*content == ' ') ++content;
  } else if (*at_ != '-' || is_blank_or_end(content) || *content == '-') {
    return false;
  }
  const bool is_key = looks_like_key(content);
  const bool is_value =
      *at_ == '*' && std::string_view("\"'[").find(*content) != std::string_view::npos;
  if (!is_key && !is_value && *content != '{') return false;
  const std::int32_t column = indentation();
  const bool is_in_list =
      std::any_of(blocks_.begin() + 1, blocks_.end(),
                  [column](const Block& one) { return one.column == column && one.is_list; });
  if (is_in_list) return true;
  const LineAhead next = line_ahead();
  if (!is_key) return may_nest() && next.is_item && next.column == column;
  return value_ahead(colon_after_key(content) + 1) != ValueAhead::Open &&
         next.column == column + 2 && looks_like_key(next.first);
}

}  // namespace rigy::language

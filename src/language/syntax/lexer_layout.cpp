// Brackets of a text in which some are missing or too many: the layout of the lines tells where
// they belong.
#include <string_view>

#include "syntax/lexer.hpp"

namespace rigy::language {
namespace {

bool closes(char c) { return c == ']' || c == '}'; }
bool opens(char c) { return c == '[' || c == '{'; }

}  // namespace

void Lexer::note_open(const OpenBracket& open) {
  note(open.end == TokenKind::ListEnd ? Fault::OpenList : Fault::OpenMapping, position(), at_,
       open.start);
}

// One that is not written before the next token.
void Lexer::close_missing_bracket() {
  const OpenBracket open = brackets_.back();
  note_open(open);
  close_bracket();
  make_token(open.end, position(), at_).damaged = true;
  last_kind_ = open.end;
}

// Whether the collection goes on after this line, which opens nothing: it is only indented wrongly.
bool Lexer::continues_after_line(const OpenBracket& open) const {
  int depth = 0;
  for (const char* at = at_; !is_break_or_end(at); ++at) depth += opens(*at) - closes(*at);
  return depth <= 0 && line_ahead().column > open.indentation;
}

// At the first token of a line: closes the collections that the line is not part of, and separates
// it from the line before.
void Lexer::end_brackets_by_layout() {
  const std::int32_t first_inside = line_column_ - (closes(*at_) ? 0 : 1);
  while (depth_ > 0 && brackets_.back().indentation > first_inside) {
    if (continues_after_line(brackets_.back())) break;
    close_missing_bracket();
  }
  if (depth_ == 0) {
    key_allowed_ = true;
    return;
  }
  const bool ends_item = last_kind_ == TokenKind::ListEnd || last_kind_ == TokenKind::MappingEnd ||
                         last_kind_ == TokenKind::Scalar || last_kind_ == TokenKind::Alias;
  if (!ends_item || *at_ == ',' || *at_ == ':' || closes(*at_)) return;
  remove_key();
  note_open(brackets_.back());
  make_token(TokenKind::Comma, position(), at_);
  key_allowed_ = true;
}

// Whether the lines of the collection go on after this bracket, the last but for others.
bool Lexer::closes_early(const OpenBracket& open) const {
  const bool is_inside_line =
      open.start.line == line_ && depth_ > 1 && brackets_[depth_ - 2].start.line == line_;
  const bool fits = column_of(at_) == line_column_ && line_column_ == open.indentation;
  if (is_inside_line || fits) return false;
  const char* at = at_;
  while (closes(*at) || *at == ',' || *at == ' ') ++at;
  return (is_break_or_end(at) || *at == '#') && line_ahead().column > open.indentation;
}

// A closing bracket that is one too many is left out; one of the wrong kind stands for the right
// one. False if there is nothing wrong with it.
bool Lexer::take_wrong_bracket(TokenKind kind) {
  const OpenBracket& open = brackets_.back();
  const bool begins_line = column_of(at_) == line_column_;
  const auto may_end_here = [&](const OpenBracket& one) {
    return one.start.line == line_ || (begins_line && one.indentation == line_column_);
  };
  if (closes_early(open) || (open.end != kind && !may_end_here(open))) {
    note(Fault::ExtraBracket, position(), at_);
    skip_character();
    return true;
  }
  if (open.end == kind) return false;
  std::size_t fitting = depth_;
  while (fitting > 0 && may_end_here(brackets_[fitting - 1])) {
    if (brackets_[fitting - 1].end != kind) {
      --fitting;
      continue;
    }
    while (depth_ > fitting) close_missing_bracket();
    return false;
  }
  close_missing_bracket();
  skip_character();
  return true;
}

}  // namespace rigy::language

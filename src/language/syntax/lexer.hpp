// text → tokens. Reads what libyaml reads, and goes on after a mistake: indentation decides where.
//
// A key is known as such only at its ':', so tokens that may be keys are held back until then. A
// key is at most 1,024 characters on one line, so few tokens are held at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/syntax_fault.hpp"
#include "syntax/token.hpp"

namespace rigy::language {

// An open block collection.
struct Block {
  std::int32_t column = -1;
  bool is_list = false;
  bool has_items = false;  // of a list at the column of this mapping
  bool has_one = false;    // item or key so far
  Position start;
  const char* last_item = nullptr;  // its text, if it is known
  std::uint32_t last_item_line = 0;
};

class Lexer {
 public:
  // The text is followed by a zero byte, has neither U+0085 nor U+2028 nor U+2029, and outlives the
  // lexer. The texts of scalars are appended to `texts`, which has spare room at its end while the
  // lexer lives.
  Lexer(std::string_view text, std::vector<char>& texts);
  ~Lexer();
  Lexer(const Lexer&) = delete;
  Lexer& operator=(const Lexer&) = delete;

  // From now on lines that look like none of a document are mistakes, even if they could be read.
  // Only for texts that have mistakes.
  void look_for_stray_lines() { has_mistakes_ = true; }
  // From now on a collection in brackets has the lines that are indented further than the one it
  // begins on: brackets that say otherwise are mistakes.
  void trust_layout() { trusts_layout_ = true; }
  // From now on the lines after a block may tell that the key it belongs to stands too far out.
  void trust_far_lines() { trusts_far_lines_ = true; }
  // Whether brackets were open at the beginning of a line.
  [[nodiscard]] bool has_long_brackets() const { return has_long_brackets_; }

  // The next token; End again and again after the last one.
  [[nodiscard]] SyntaxToken& peek() {
    if (next_ == ready_) refill();
    return tokens_[next_];
  }
  void advance() { ++next_; }

  // Notes a mistake, unless one was noted for the same place.
  void note(Fault fault, const SyntaxToken& at, Position context = {});
  [[nodiscard]] const std::vector<SyntaxFault>& faults() const { return faults_; }
  // Forgets the mistakes from a token on.
  void forget_faults(const SyntaxToken& from);
  // Where the next token is looked for.
  [[nodiscard]] Position here() const { return position(); }

  // The following start again elsewhere: tokens that were read in advance are forgotten.

  // At the beginning of a line, as if the text began there, and ended at a line of three fences.
  void start_at_line(std::uint32_t line, char fence);
  // Right after the token, between `depth` brackets in the blocks.
  void resume_after(const SyntaxToken& token, std::span<const Block> blocks, std::size_t depth);
  // At the first line after the token's that is indented no further than the last of the blocks.
  void resume_in_block(const SyntaxToken& token, std::span<const Block> blocks);
  // At the first line after that of `bracket`, and not after that of `token`, that looks like a
  // part of the blocks around the bracket. False if there is none.
  [[nodiscard]] bool resume_in_blocks_around(const SyntaxToken& bracket, const SyntaxToken& token,
                                             std::span<const Block> blocks);

 private:
  // A token that is a key if a ':' follows.
  struct SimpleKey {
    std::size_t token = 0;  // counted from the first token of all
    std::uint32_t line = 0;
    std::int32_t column = 0;
    bool possible = false;
    bool required = false;  // only a key can stand there
  };
  // A line with something to read, as far as it can be told without reading it.
  struct LineAhead {
    std::int32_t column = -1;  // -1: there is none
    bool is_item = false;
    bool is_after_tabs = false;   // lines between are indented with tabs: their columns are unknown
    const char* first = nullptr;  // the end of the text if there is none
  };
  struct OpenBracket {
    TokenKind end = TokenKind::ListEnd;  // what closes it
    Position start;
    std::int32_t indentation = -1;  // of its line
  };
  // A place of the text to return to.
  struct Place {
    const char* at = nullptr;
    const char* line_start = nullptr;
    std::uint32_t line = 0;
  };

  void refill();
  void fetch();
  [[nodiscard]] std::size_t count_ready();
  void start_again(const Place& place, std::span<const Block> blocks);
  void stop();

  // The column of a byte of this line, from 0, in characters.
  [[nodiscard]] std::int32_t column_of(const char* at) const {
    return static_cast<std::int32_t>(at - line_start_);
  }
  [[nodiscard]] Position position() const {
    return {line_, static_cast<std::uint32_t>(at_ - line_start_) + 1};
  }
  // The column as far as blocks are concerned: that of the block for a line that is indented
  // wrongly.
  [[nodiscard]] std::int32_t indentation() const { return column_of(at_) + shift_; }
  [[nodiscard]] Place place() const { return {at_, line_start_, line_}; }
  void return_to(const Place& place);
  [[nodiscard]] Place place_of_line(std::uint32_t line) const;

  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] bool at_break() const { return *at_ == '\n' || *at_ == '\r'; }
  [[nodiscard]] bool is_break_or_end(const char* at) const {
    return *at == '\n' || *at == '\r' || at == end_;
  }
  [[nodiscard]] bool is_blank_or_end(const char* at) const {
    return *at == ' ' || *at == '\t' || is_break_or_end(at);
  }
  [[nodiscard]] bool at_document_marker() const;
  void skip_break();
  // Moves to the next line break or the end.
  void skip_line();
  // Over one character that is not a line break.
  void skip_character();

  void skip_to_token();
  void skip_tabs();
  [[nodiscard]] bool take_indentation();
  [[nodiscard]] bool take_deeper_line();
  void take_shallower_line();
  [[nodiscard]] bool is_blank_line(const char* at) const;
  [[nodiscard]] LineAhead line_ahead() const;
  [[nodiscard]] bool takes(std::size_t block, bool is_item) const;
  [[nodiscard]] bool is_open_column(std::int32_t column) const;
  [[nodiscard]] std::int32_t column_after_tabs(std::int32_t width) const;
  [[nodiscard]] bool opens_block() const;
  [[nodiscard]] bool is_far_inside(std::int32_t outer, std::int32_t inner) const;
  [[nodiscard]] static bool are_alike(const char* a, const char* b);
  [[nodiscard]] bool is_key_beside_items(std::size_t list) const;
  void take_key_of_item(std::size_t item);
  [[nodiscard]] std::size_t block_for_opened(std::size_t from) const;
  [[nodiscard]] bool take_line_of_other_block(std::size_t index);
  [[nodiscard]] bool take_line_by_far_line();
  [[nodiscard]] bool is_like_items_of(const Block& block) const;
  [[nodiscard]] bool is_like_items_at_its_column() const;
  [[nodiscard]] LineAhead line_after_block(const LineAhead& first);
  [[nodiscard]] std::size_t max_scanned() const {
    return 4 * static_cast<std::size_t>(end_ - begin_) + 65536;
  }
  [[nodiscard]] bool fits_right_column() const;
  [[nodiscard]] bool has_key(const LineAhead& line) const;
  [[nodiscard]] bool is_in_flat_list(std::size_t index) const;
  [[nodiscard]] bool begins_block_scalar() const;
  void expect_lines_at(std::int32_t wrong, std::int32_t right);
  [[nodiscard]] bool goes_on_after_line(std::int32_t column, bool has_words) const;
  [[nodiscard]] bool is_stray_line() const;
  [[nodiscard]] bool is_stray_mark() const;
  [[nodiscard]] bool is_stray_fence() const;
  [[nodiscard]] bool is_wrong_item() const;
  [[nodiscard]] bool is_stray_bracket() const;
  [[nodiscard]] bool move_block(std::size_t index);
  void count_in_block(std::int32_t column, bool is_item);
  void snap_to(std::int32_t column);
  void drop_lines_below(std::int32_t column);
  void drop_element();
  [[nodiscard]] bool may_nest() const;
  [[nodiscard]] const char* colon_after_key(const char* at) const;
  [[nodiscard]] bool looks_like_key(const char* at) const;
  [[nodiscard]] bool looks_like_item(const char* at) const {
    return (*at == '-' && is_blank_or_end(at + 1)) || at == wrong_item_;
  }
  enum class ValueAhead : std::uint8_t { Open, Plain, Closed };
  [[nodiscard]] ValueAhead value_ahead(const char* at) const;
  [[nodiscard]] std::int32_t column_by_next_line() const;
  void note_wrong_line(const Block& block);
  void end_blocks(std::int32_t column);
  void begin_block(SyntaxToken& token, std::int32_t column, bool is_list);

  void drop_stale_keys();
  void end_key_of_block();
  void save_key();
  void remove_key();
  void make_key(SimpleKey& key);
  void make_key_without_colon(SimpleKey& key);

  [[nodiscard]] bool begins_other_text() const;
  void fetch_token();
  SyntaxToken& begin_token(TokenKind kind);
  void end_token(SyntaxToken& token);
  SyntaxToken& add_token(TokenKind kind, std::size_t size);
  SyntaxToken& make_token(TokenKind kind, Position at, const char* where);
  void fetch_end();
  void fetch_document_marker(TokenKind kind);
  void fetch_directive();
  void fetch_bracket(TokenKind kind);
  void fetch_closing_bracket(TokenKind kind);
  void end_brackets_by_layout();
  [[nodiscard]] bool take_wrong_bracket(TokenKind kind);
  [[nodiscard]] bool continues_after_line(const OpenBracket& open) const;
  [[nodiscard]] bool closes_early(const OpenBracket& open) const;
  void close_bracket();
  void close_missing_bracket();
  void note_open(const OpenBracket& open);
  void fetch_comma();
  void fetch_item();
  void fetch_wrong_item();
  void fetch_key();
  void fetch_value();
  void skip_to_colon();
  void fetch_name(TokenKind kind, Fault fault);
  void fetch_tag();
  void fetch_block_scalar(bool literal);
  void fetch_quoted(char quote);
  void fetch_plain(bool damaged);
  void fetch_wrong_start();

  [[nodiscard]] bool skip_tag();
  [[nodiscard]] bool skip_directive();

  // Scalars.
  [[nodiscard]] const char* skip_plain_line();
  [[nodiscard]] std::size_t skip_to_plain_line();
  [[nodiscard]] bool continues_plain() const;
  void cut_plain(std::size_t index, const Place& line_end, const Place& line);
  void end_plain_line(SyntaxToken& token, const char* text_end);
  enum class QuotedEnd : std::uint8_t { Quote, Break, EscapedBreak, None };
  [[nodiscard]] QuotedEnd read_quoted_line(SyntaxToken& token, char quote);
  void read_quoted(SyntaxToken& token, char quote);
  void fold_quoted_lines(bool escaped);
  void read_escape(SyntaxToken& token);
  void read_code(SyntaxToken& token, int digits);
  [[nodiscard]] char32_t low_surrogate_after(const char* at) const;
  void cut_quoted(SyntaxToken& token, char quote, const Place& line_end);
  [[nodiscard]] bool is_quote_closed_well() const;
  [[nodiscard]] bool is_text_after_quote() const;
  [[nodiscard]] std::string_view key_after_quote(const SyntaxToken& token) const;
  [[nodiscard]] bool may_cut_to_key(const SyntaxToken& token) const;
  void cut_to_key(SyntaxToken& token);
  void read_block_header(SyntaxToken& token, int& chomping, std::int32_t& indent);
  [[nodiscard]] std::size_t skip_block_breaks(SyntaxToken& token, std::int32_t& indent);
  void take_block_line();

  void append(const char* begin, std::size_t size);
  void append(std::size_t count, char c);
  void append_point(char32_t point);

  void note(Fault fault, Position at, const char* where, Position context = {});

  const char* begin_;
  const char* end_;
  const char* at_;
  const char* line_start_;  // moved on by the bytes of this line that are not characters
  std::uint32_t line_ = 1;
  std::int32_t shift_ = 0;  // from the column of a token of this line to its indentation

  std::vector<char>& texts_;
  std::size_t text_size_;

  std::vector<SyntaxToken> tokens_;
  std::size_t next_ = 0;
  std::size_t ready_ = 0;
  std::size_t dropped_ = 0;  // tokens that are not in tokens_ anymore
  TokenKind last_kind_ = TokenKind::DocumentStart;
  std::uint32_t last_line_ = 0;  // where the last token ended

  std::vector<Block> blocks_{Block{}};
  std::vector<SimpleKey> keys_{SimpleKey{}};  // one for the block, and one for each open bracket
  std::size_t first_key_ = 0;                 // none before it is possible
  std::size_t depth_ = 0;                     // of open brackets
  std::vector<OpenBracket> brackets_;         // those, and maybe some that are closed
  std::int32_t line_column_ = 0;              // of the first token of the line
  bool key_allowed_ = true;
  bool ended_ = false;
  bool has_mistakes_ = false;
  bool trusts_layout_ = false;
  bool trusts_far_lines_ = false;
  bool has_long_brackets_ = false;
  bool has_flat_lists_ = false;  // lists at the columns of their keys, so far
  char fence_ = '\0';            // three of them end the document

  // Lines at this column were indented wrongly, and belong to a block of the other one.
  std::int32_t wrong_column_ = -1;
  std::int32_t right_column_ = -1;
  std::uint32_t wrong_since_ = 0;      // the line that told so
  bool are_only_marks_wrong_ = false;  // of items, but not what follows them
  bool ends_are_doubtful_ = false;     // of the blocks that this line ends
  bool is_only_line_wrong_ = false;    // no other lines at this column

  std::size_t scanned_ = 0;  // while looking for lines after blocks

  const char* wrong_item_ = nullptr;  // of this line, if it is an item with another mark than "- "

  std::vector<SyntaxFault> faults_;
  std::size_t restarts_ = 0;
};

}  // namespace rigy::language

// Walks over the pieces of a text, and gives each comment to an entry.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/layout.hpp"

namespace rigy::tools {

class LayoutReader {
 public:
  LayoutReader(std::string_view text, const ConcreteSyntax& syntax, Layout& layout);

  // False if there is something that the formatter leaves alone.
  [[nodiscard]] bool read();

 private:
  // A comment that no entry has yet.
  struct Comment {
    std::string_view text;
    std::int32_t column = 0;
    bool is_alone = false;  // on its line
    bool blank_before = false;
  };

  [[nodiscard]] const Piece& piece(std::uint32_t at) const { return syntax_.pieces[at]; }
  [[nodiscard]] std::string_view text_of(const Piece& piece) const {
    return text_.substr(piece.begin, piece.size);
  }
  [[nodiscard]] bool is_token(std::uint32_t at, TokenKind kind) const {
    return at < end_ && piece(at).kind == PieceKind::Token && piece(at).token == kind;
  }
  [[nodiscard]] std::int32_t column_of(std::uint32_t at) const;
  // The first token that is not before the piece; the end if there is none.
  [[nodiscard]] std::uint32_t token_from(std::uint32_t at) const {
    while (at < end_ && piece(at).kind != PieceKind::Token) ++at;
    return at;
  }

  void advance_to(std::uint32_t target);
  // Takes the pending comment that shares its line with what is before it.
  [[nodiscard]] std::string_view take_comment_of_line();
  [[nodiscard]] std::vector<CommentLine> take_lines(std::int32_t column, std::size_t count);
  [[nodiscard]] std::vector<CommentLine> take_all_lines(std::int32_t column) {
    return take_lines(column, pending_.size());
  }
  // Whether a comment follows on this line; then it is pending.
  void reach_comment_of_line();
  void take_trailing(LayoutEntry& entry);

  [[nodiscard]] std::size_t count_header_lines() const;
  void read_start();
  void read_end();
  [[nodiscard]] bool read_value(NodeId node, LayoutEntry& entry, std::int32_t column);
  [[nodiscard]] bool read_scalar(NodeId node, LayoutEntry& entry, std::int32_t column);
  [[nodiscard]] bool read_content(NodeId node, LayoutEntry& entry, std::int32_t column);
  [[nodiscard]] bool read_block(NodeId node, LayoutEntry& block, std::int32_t around);
  [[nodiscard]] bool begin_block_entry(LayoutEntry& block, LayoutEntry& entry);
  void share_lines(LayoutEntry& block, LayoutEntry& next);
  void take_end_of_block(LayoutEntry& block);
  [[nodiscard]] bool read_flow(NodeId node, LayoutEntry& flow);
  void share_lines_in_flow(LayoutEntry& flow, LayoutEntry& next);
  void end_flow_entry(LayoutEntry& entry);
  [[nodiscard]] bool read_key(NodeId node, LayoutEntry& entry);
  [[nodiscard]] bool is_flow_pair(NodeId node) const;
  // A text that the layout keeps.
  [[nodiscard]] std::string_view kept(std::string text) {
    return layout_.made.emplace_back(std::move(text));
  }

  std::string_view text_;
  const ConcreteSyntax& syntax_;
  const Tree& tree_;
  Layout& layout_;
  std::uint32_t end_;
  std::uint32_t at_ = 0;
  bool is_line_empty_ = true;
  bool blank_ = false;  // there was a blank line since the last comment or token
  bool is_in_flow_ = false;
  std::vector<Comment> pending_;
};

}  // namespace rigy::tools

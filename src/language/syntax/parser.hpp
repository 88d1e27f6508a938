// tokens → node tree. A state machine without recursion: a state for each open collection.
//
// After a mistake it goes on: in a block at the next line that belongs to it, between brackets at
// the next item. What was lost is marked in the tree (Node::reported, refused_key, damaged), so
// that nothing follows from it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/lexer.hpp"
#include "syntax/tree_builder.hpp"

namespace rigy::language {

class Parser {
 public:
  Parser(std::string_view text, Lexer& lexer, TreeBuilder& builder, const TextReporter& reporter)
      : text_(text), lexer_(lexer), builder_(builder), reporter_(reporter) {}

  // Keeps all tokens that are read, for tools.
  void record(std::vector<SyntaxToken>& tokens) { tokens_ = &tokens; }

  // Reads the document. False if a limit is exceeded, which has been reported.
  [[nodiscard]] bool parse();

 private:
  // What the innermost collection expects next.
  enum class State : std::uint8_t {
    BlockItem,
    IndentlessItem,  // a list at the column of the mapping around it
    BlockKey,
    BlockValue,
    FirstItem,  // between brackets
    Item,
    PairKey,  // [key: value]
    PairValue,
    PairEnd,
    FirstFlowKey,  // between braces
    FlowKey,
    FlowValue,
    EmptyFlowValue,  // {key}
  };
  struct Frame {
    State state;
    NodeKind kind;
    bool is_flow = false;
    std::int32_t column = -1;  // of a block collection
    SyntaxToken first = {};    // of one in brackets
  };

  void advance();
  void keep(const SyntaxToken& token);
  [[nodiscard]] bool step();
  [[nodiscard]] bool start_document();
  [[nodiscard]] bool end_document();
  void refuse_directives(const SyntaxToken& first, const SyntaxToken& last);
  [[nodiscard]] bool take_item();
  [[nodiscard]] bool skip_lost_item();
  [[nodiscard]] bool take_indentless_item();
  [[nodiscard]] bool take_block_key();
  [[nodiscard]] bool take_block_value();
  [[nodiscard]] bool take_flow_item();
  [[nodiscard]] bool take_pair_key();
  [[nodiscard]] bool take_pair_value();
  [[nodiscard]] bool take_flow_key();
  [[nodiscard]] bool take_flow_value();
  [[nodiscard]] bool take_node(bool in_block, bool indentless = false);
  [[nodiscard]] bool take_content(NodeHead& head, bool in_block, bool indentless);
  [[nodiscard]] bool take_key_without_colon();
  [[nodiscard]] bool add_empty(Position at, bool damaged = false);
  [[nodiscard]] bool open(const NodeHead& head, NodeKind kind, const Frame& frame);
  [[nodiscard]] bool close_block();
  [[nodiscard]] bool close_brackets();

  // Whether the next token is written there, and no key or block begins with it.
  [[nodiscard]] bool is_at(TokenKind kind);
  [[nodiscard]] bool is_at_key();
  // Another key or value of a block mapping, or its end.
  [[nodiscard]] bool is_at_part_of_mapping();
  void take_key_mark();
  [[nodiscard]] bool expects_key() const;

  [[nodiscard]] bool recover_in_block(Fault fault);
  [[nodiscard]] bool recover_in_flow(Fault fault);
  [[nodiscard]] bool go_on_between_brackets(const SyntaxToken& token, Fault fault);
  [[nodiscard]] bool begins_item(const SyntaxToken& token);
  [[nodiscard]] bool close_all_brackets(const SyntaxToken& before);
  [[nodiscard]] bool close_wrong_bracket(const SyntaxToken& bracket);
  [[nodiscard]] bool close_unfinished(const SyntaxToken& before);
  [[nodiscard]] bool stand_in(const SyntaxToken& before);
  void skip_to_next_item();
  [[nodiscard]] bool skip_node();
  [[nodiscard]] std::size_t first_flow() const;
  [[nodiscard]] std::size_t flow_depth() const;
  [[nodiscard]] std::size_t innermost_bracket() const;
  [[nodiscard]] std::vector<Block> open_blocks() const;

  State& state() { return frames_.back().state; }

  std::string_view text_;
  Lexer& lexer_;
  TreeBuilder& builder_;
  const TextReporter& reporter_;
  std::vector<SyntaxToken>* tokens_ = nullptr;
  std::vector<Frame> frames_;
  bool has_root_ = false;
  bool done_ = false;
};

}  // namespace rigy::language

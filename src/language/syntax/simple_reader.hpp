// text → node tree, for what nearly all documents consist of: block and flow collections, and
// scalars of one line without escapes. It reads each byte once, straight into nodes, and gives
// up at anything else, mistakes included; the lexer and the parser then read the text from its
// beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/tree.hpp"

namespace rigy::language {

class SimpleReader {
 public:
  // The text is followed by a zero byte and consists of valid UTF-8 without control characters
  // other than line feeds, which may have carriage returns before them.
  SimpleReader(std::string_view text, bool is_ascii, std::size_t nesting, std::size_t max_nodes);

  // Nothing if the text is not that simple, or exceeds a limit.
  [[nodiscard]] std::optional<Tree> read();

 private:
  enum class Kind : std::uint8_t { BlockMapping, BlockList, IndentlessList, Mapping, List };
  struct Level {
    NodeId node;
    std::int32_t column;  // of a block
    Kind kind;
    bool may_repeat;     // keys that are equal, perhaps
    std::uint64_t keys;  // a bit for each key
  };
  static constexpr std::int32_t ended = -1;  // in place of a column: the text is over
  static constexpr std::int32_t failed = -2;

  [[nodiscard]] bool read_blocks(std::int32_t column);
  [[nodiscard]] std::int32_t read_pair();
  [[nodiscard]] std::int32_t read_item();
  [[nodiscard]] std::int32_t read_value(std::int32_t column);
  [[nodiscard]] std::int32_t read_nested(Position after, std::int32_t column);
  [[nodiscard]] bool read_key();
  [[nodiscard]] bool read_plain();
  [[nodiscard]] bool read_quoted();
  [[nodiscard]] bool read_flow();
  [[nodiscard]] bool read_flow_key();
  [[nodiscard]] bool read_flow_value();
  [[nodiscard]] bool read_flow_plain();
  [[nodiscard]] bool open_flow();

  [[nodiscard]] std::int32_t next_column();
  void skip_spaces();
  void skip_flow_space();
  [[nodiscard]] bool is_item(const char* at) const { return *at == '-' && at[1] == ' '; }
  [[nodiscard]] bool is_key(const char* at);
  // The end of the text in quotes that begins after `at`; null if it has an escape or a line break.
  [[nodiscard]] static const char* end_of_quoted(const char* at);
  [[nodiscard]] Position position(const char* at) const {
    return {line_, static_cast<std::uint32_t>(at - line_start_) + 1};
  }

  Node& add(NodeKind kind, const char* at, bool is_key = false);
  [[nodiscard]] bool add_plain(const char* begin, const char* end);
  [[nodiscard]] bool add_quoted(const char* begin, const char* end);
  [[nodiscard]] bool add_key(const char* begin, const char* end, bool plain);
  [[nodiscard]] bool set_text(Node& node, const char* begin, const char* end);
  [[nodiscard]] bool open(Kind kind, const char* at, std::int32_t column);
  void close(Position end);
  void skip_columns(const char* begin, const char* end);

  std::string_view text_;
  bool is_ascii_;
  const char* at_;
  const char* line_start_;  // moved on by the bytes of this line that are not characters
  const char* end_;
  // Where a key was last looked for and found.
  const char* known_key_ = nullptr;
  const char* known_key_end_ = nullptr;
  std::uint32_t line_ = 1;
  std::size_t nesting_;
  std::size_t max_nodes_;
  Tree tree_;
  std::vector<Level> levels_;
  Position last_end_;
};

}  // namespace rigy::language

// A text as the formatter sees it: values, and every comment and blank line with the entry it
// belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/concrete_syntax.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// A comment alone on its line.
struct CommentLine {
  std::string_view text;
  std::int32_t offset = 0;  // its column, from that of the block it is in
  bool blank_before = false;
};

enum class ValueKind : std::uint8_t { Empty, Scalar, List, Mapping };

struct LayoutEntry;

struct LayoutValue {
  ValueKind kind = ValueKind::Empty;
  NodeId node = no_index;
  std::string_view anchor = {};  // with its '&'
  // Of a scalar or an alias: as it is written, quotes normalized.
  std::string text = {};
  ScalarStyle style = ScalarStyle::Plain;
  bool has_lines = false;  // several
  bool is_number = false;
  // Of a collection.
  bool is_flow = false;
  bool is_indentless = false;  // a list at the column of the mapping around it
  bool has_comments = false;   // of a flow collection: then it cannot be on one line
  std::int32_t column = 0;     // of a block collection, as written
  std::string_view head = {};  // the comment after an opening bracket
  std::vector<LayoutEntry> entries;
  std::vector<CommentLine> end = {};  // the comments after its last entry

  [[nodiscard]] bool is_collection() const {
    return kind == ValueKind::List || kind == ValueKind::Mapping;
  }
};

// An element of a list, or a key and its value.
struct LayoutEntry {
  bool blank_before = false;  // right before it, after the comments
  std::vector<CommentLine> before = {};
  NodeId key_node = no_index;
  std::string key = {};                        // with its anchor
  std::string_view head = {};                  // the comment after the colon or the dash
  std::vector<CommentLine> value_before = {};  // lines between that and a value that is no block
  LayoutValue value = {};
  std::string_view trailing = {};       // the comment after the value, on its line
  std::vector<CommentLine> after = {};  // lines after it that belong to it
};

struct Layout {
  bool has_byte_order_mark = false;
  bool has_windows_breaks = false;
  std::vector<CommentLine> header = {};  // what is about the file and not about its first key
  bool has_start_mark = false;           // ---
  std::string_view start_comment = {};
  std::vector<CommentLine> after_start = {};
  LayoutEntry root = {};
  bool has_end_mark = false;  // ...
  std::string_view end_comment = {};
  std::vector<CommentLine> footer = {};
};

// Of a text without mistakes, whose parts the layout refers to. Nothing if it has something that
// the formatter leaves alone: keys after '?', block scalars that give their indentation, and a root
// that is neither a list nor a mapping.
[[nodiscard]] std::optional<Layout> read_layout(std::string_view text,
                                                const ConcreteSyntax& syntax);

}  // namespace rigy::tools

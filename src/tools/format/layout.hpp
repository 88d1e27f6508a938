// A text as the formatter sees it: values, and every comment and blank line with the entry it
// belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
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

// What few entries have.
struct LayoutNotes {
  std::vector<CommentLine> before = {};
  std::string_view head = {};                  // the comment after the colon or the dash
  std::vector<CommentLine> value_before = {};  // lines between that and a value that is no block
  std::string_view anchor = {};                // of the value, with its '&'
  std::string_view value_head = {};            // the comment after an opening bracket
  std::vector<CommentLine> end = {};           // the comments after the last entry of the value
  std::string_view trailing = {};              // the comment after the value, on its line
  std::vector<CommentLine> after = {};         // lines after it that belong to it
};

// An element of a list, or a key and its value. A large document has a million of them, so that
// their size decides how long formatting takes.
struct LayoutEntry {
  std::string_view key = {};  // with its anchor
  // Of a scalar or an alias: as it is written, quotes normalized.
  std::string_view text = {};
  std::vector<LayoutEntry> entries = {};  // of a collection
  std::unique_ptr<LayoutNotes> own_notes = nullptr;
  NodeId key_node = no_index;
  NodeId node = no_index;
  std::int32_t column = 0;  // of a block collection, as written
  ValueKind kind = ValueKind::Empty;
  ScalarStyle style = ScalarStyle::Plain;
  bool blank_before : 1 = false;  // right before it, after the comments
  bool has_lines : 1 = false;     // a scalar of several
  bool is_number : 1 = false;
  // Of a collection.
  bool is_flow : 1 = false;
  bool is_indentless : 1 = false;  // a list at the column of the mapping around it
  bool has_comments : 1 = false;   // of a flow collection: then it cannot be on one line

  [[nodiscard]] bool is_collection() const {
    return kind == ValueKind::List || kind == ValueKind::Mapping;
  }
  [[nodiscard]] const LayoutNotes& notes() const {
    static const LayoutNotes none;
    return own_notes ? *own_notes : none;
  }
  [[nodiscard]] LayoutNotes& add_notes() {
    if (!own_notes) own_notes = std::make_unique<LayoutNotes>();
    return *own_notes;
  }
};

// Whether a comment belongs to it, or to what is between its key and its value.
[[nodiscard]] bool is_commented(const LayoutEntry& entry);
// Whether a line after it belongs to it only because a blank line follows.
[[nodiscard]] bool needs_blank_after(const LayoutEntry& entry);

struct Layout {
  bool has_byte_order_mark = false;
  bool has_windows_breaks = false;
  bool is_json = false;                  // and stays so
  std::vector<CommentLine> header = {};  // what is about the file and not about its first key
  bool has_start_mark = false;           // ---
  std::string_view start_comment = {};
  std::vector<CommentLine> after_start = {};
  LayoutEntry root = {};
  std::deque<std::string> made = {};  // texts that are not in the document as they are written
  bool has_end_mark = false;          // ...
  std::string_view end_comment = {};
  std::vector<CommentLine> footer = {};
};

// Of a text without mistakes, whose parts the layout refers to. Nothing if it has something that
// the formatter leaves alone: keys after '?', block scalars that give their indentation, and a root
// that is neither a list nor a mapping.
[[nodiscard]] std::optional<Layout> read_layout(std::string_view text,
                                                const ConcreteSyntax& syntax);

}  // namespace rigy::tools

#include "format/write.hpp"

#include <algorithm>
#include <cstddef>

#include "format/written_scalar.hpp"
#include "text/lines.hpp"

namespace rigy::tools {
namespace {

constexpr std::int32_t indent = 2;

std::int32_t width_of(std::string_view text) {
  return static_cast<std::int32_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

bool is_list_of_numbers(const LayoutEntry& value) {
  return value.kind == ValueKind::List && value.entries.size() > 3 && !value.has_comments &&
         std::all_of(value.entries.begin(), value.entries.end(), [](const LayoutEntry& entry) {
           return entry.is_number && entry.notes().anchor.empty();
         });
}

// A character has at most four bytes.
constexpr std::size_t most_line_bytes = std::size_t{4} * max_width;

// Appends the value as it is on one line. False if it cannot be, or is longer than `limit` bytes.
bool append_flow(const LayoutEntry& value, std::size_t limit, std::string& out) {
  const std::string_view anchor = value.notes().anchor;
  if (!anchor.empty()) out.append(anchor).append(value.kind == ValueKind::Empty ? "" : " ");
  if (value.kind == ValueKind::Empty) return true;
  if (value.kind == ValueKind::Scalar) {
    out += value.text;
    return !value.has_lines && out.size() <= limit;
  }
  if (!value.is_flow || value.has_comments) return false;
  const bool is_list = value.kind == ValueKind::List;
  out += is_list ? '[' : '{';
  bool is_first = true;
  for (const LayoutEntry& entry : value.entries) {
    if (!is_first) out += ", ";
    is_first = false;
    const bool has_value = entry.kind != ValueKind::Empty || !entry.notes().anchor.empty();
    if (!is_list) out.append(entry.key).append(has_value ? ": " : "");
    if (!append_flow(entry, limit, out)) return false;
  }
  out += is_list ? ']' : '}';
  return out.size() <= limit;
}

class Writer {
 public:
  WrittenLayout write(const Layout& layout);

 private:
  void start_line(std::int32_t column) { out_.append(static_cast<std::size_t>(column), ' '); }
  void end_line(std::string_view comment = {});
  void blank_line();
  void write_lines(const std::vector<CommentLine>& lines, std::int32_t column,
                   std::int32_t max_offset = max_width);
  void write_block(const LayoutEntry& value, std::int32_t column, bool is_started);
  bool write_entry(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column);
  void write_plain(const LayoutEntry& entry, const std::string& text, std::int32_t column);
  bool write_on_one_line(const LayoutEntry& entry, std::int32_t column);
  void write_numbers(const LayoutEntry& entry, std::int32_t column);
  void write_as_block(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column);
  [[nodiscard]] bool write_above(std::string_view comment, std::int32_t column);
  void write_root(const Layout& layout);

  // Where the blocks of the value begin.
  [[nodiscard]] static std::int32_t column_in(const LayoutEntry& block, const LayoutEntry& entry,
                                              std::int32_t column) {
    const bool is_indentless = block.kind == ValueKind::Mapping && entry.is_indentless;
    return column + (is_indentless ? 0 : indent);
  }

  std::string out_;
  std::vector<std::string_view> comments_;
  bool is_after_blank_ = true;  // also at the beginning
};

void Writer::end_line(std::string_view comment) {
  if (!comment.empty()) {
    const bool is_empty = out_.empty() || out_.back() == '\n' || out_.back() == ' ';
    out_.append(is_empty ? "" : "  ").append(comment);
    comments_.push_back(comment);
  }
  out_ += '\n';
  is_after_blank_ = false;
}

void Writer::blank_line() {
  if (is_after_blank_) return;
  out_ += '\n';
  is_after_blank_ = true;
}

void Writer::write_lines(const std::vector<CommentLine>& lines, std::int32_t column,
                         std::int32_t max_offset) {
  for (const CommentLine& line : lines) {
    if (line.blank_before) blank_line();
    start_line(std::max(0, column + std::min(line.offset, max_offset)));
    out_ += line.text;
    comments_.push_back(line.text);
    end_line();
  }
}

// `is_started`: its first entry goes on the line that the dash of the list around it began.
void Writer::write_block(const LayoutEntry& value, std::int32_t column, bool is_started) {
  std::int32_t max_offset = 0;
  for (const LayoutEntry& entry : value.entries) {
    if (!is_started) {
      write_lines(entry.notes().before, column);
      if (entry.blank_before) blank_line();
      start_line(column);
    }
    is_started = false;
    // Comments after a block that are indented as far as it is would be in it.
    max_offset = write_entry(value, entry, column) ? indent - 1 : max_width;
    write_lines(entry.notes().after, column, max_offset);
  }
  write_lines(value.notes().end, column, max_offset);
}

// Whether its value is a block.
bool Writer::write_entry(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column) {
  if (block.kind == ValueKind::List) {
    out_ += '-';
  } else {
    out_.append(entry.key).append(":");
  }
  if (write_on_one_line(entry, column)) return false;
  write_as_block(block, entry, column);
  return true;
}

// After the key or the dash; on the next line if there are comments between them.
void Writer::write_plain(const LayoutEntry& entry, const std::string& text, std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  if (text.empty()) return end_line(notes.head.empty() ? notes.trailing : notes.head);
  if (notes.head.empty() && notes.value_before.empty()) {
    out_ += ' ';
  } else {
    end_line(notes.head);
    write_lines(notes.value_before, column + indent);
    start_line(column + indent);
  }
  out_ += text;
  end_line(notes.trailing);
}

bool Writer::write_on_one_line(const LayoutEntry& entry, std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  std::string text;
  if (entry.kind == ValueKind::Scalar && entry.has_lines) {
    if (!notes.anchor.empty()) text.append(notes.anchor).append(" ");
    text += indented_lines(entry.text, entry.style, column + indent);
    write_plain(entry, text, column);
    return true;
  }
  const bool is_short = append_flow(entry, most_line_bytes, text);
  if (!entry.is_collection()) {
    if (!is_short && text.empty()) return false;
    write_plain(entry, text, column);
    return true;
  }
  const std::size_t line = out_.find_last_of('\n') + 1;
  const std::int32_t begin = width_of(std::string_view(out_).substr(line)) + 1;
  if (is_short && (entry.entries.empty() || begin + width_of(text) <= max_width)) {
    write_plain(entry, text, column);
    return true;
  }
  if (!entry.is_flow || !is_list_of_numbers(entry) || !notes.value_before.empty()) return false;
  write_numbers(entry, column);
  return true;
}

// As many on a line as fit.
void Writer::write_numbers(const LayoutEntry& entry, std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  out_ += ' ';
  if (!notes.anchor.empty()) out_.append(notes.anchor).append(" ");
  out_ += '[';
  std::int32_t width = width_of(std::string_view(out_).substr(out_.find_last_of('\n') + 1));
  for (std::size_t i = 0; i < entry.entries.size(); ++i) {
    const std::string_view text = entry.entries[i].text;
    const std::int32_t size = width_of(text) + 1;  // with the comma or the bracket
    if (i > 0 && width + 1 + size > max_width) {
      end_line();
      start_line(column + indent);
      width = column + indent;
    } else if (i > 0) {
      out_ += ' ';
      ++width;
    }
    out_.append(text).append(i + 1 < entry.entries.size() ? "," : "]");
    width += size;
  }
  end_line(notes.head.empty() ? notes.trailing : notes.head);
}

// Puts the comment above the dash that was just written.
bool Writer::write_above(std::string_view comment, std::int32_t column) {
  const std::size_t line = out_.find_last_of('\n') + 1;
  if (out_.size() - line != static_cast<std::size_t>(column) + 1) return false;  // "- -"
  out_.resize(line);
  write_lines({{comment}}, column);
  start_line(column);
  out_ += '-';
  return true;
}

// The comments of a collection that was in brackets stay: the first on the line of the key, or
// above the dash; others before its first entry or after its last one.
void Writer::write_as_block(const LayoutEntry& block, const LayoutEntry& entry,
                            std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  const std::int32_t inner = column_in(block, entry, column);
  std::string_view comment = notes.head;
  std::string_view first = notes.value_head;
  std::string_view last = notes.trailing;
  const bool is_item = block.kind == ValueKind::List;
  if (is_item && !last.empty() && write_above(last, column)) last = {};
  if (comment.empty()) std::swap(comment, first);
  if (comment.empty()) std::swap(comment, last);
  const LayoutEntry& child = entry.entries.front();
  const bool is_compact = is_item && notes.anchor.empty() && comment.empty() &&
                          notes.value_before.empty() && child.notes().before.empty();
  if (is_compact) {
    out_ += ' ';
    return write_block(entry, inner, true);
  }
  if (!notes.anchor.empty()) out_.append(" ").append(notes.anchor);
  end_line(comment);
  write_lines(notes.value_before, inner);
  if (!first.empty()) write_lines({{first}}, inner);
  write_block(entry, inner, false);
  if (!last.empty()) write_lines({{last}}, inner);
}

void Writer::write_root(const Layout& layout) {
  const LayoutEntry& root = layout.root;
  const LayoutNotes& notes = root.notes();
  std::string text;
  if (root.is_flow && append_flow(root, most_line_bytes, text) &&
      (root.entries.empty() || width_of(text) <= max_width)) {
    write_lines(notes.value_before, 0);
    out_ += text;
    return end_line(notes.trailing);
  }
  if (!notes.anchor.empty()) {
    out_ += notes.anchor;
    end_line(notes.head);
  } else if (!notes.head.empty()) {
    write_lines({{notes.head}}, 0);
  }
  write_lines(notes.value_before, 0);
  if (!notes.value_head.empty()) write_lines({{notes.value_head}}, 0);
  write_block(root, 0, false);
  if (!notes.trailing.empty()) write_lines({{notes.trailing}}, 0);
}

WrittenLayout Writer::write(const Layout& layout) {
  write_lines(layout.header, 0);
  if (layout.has_start_mark) {
    out_ += "---";
    end_line(layout.start_comment);
    write_lines(layout.after_start, 0);
  }
  write_root(layout);
  if (layout.has_end_mark) {
    out_ += "...";
    end_line(layout.end_comment);
  }
  write_lines(layout.footer, 0);
  return {std::move(out_), std::move(comments_)};
}

std::string with_windows_breaks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

}  // namespace

WrittenLayout write_layout(const Layout& layout) {
  WrittenLayout written = Writer().write(layout);
  if (layout.has_windows_breaks) written.text = with_windows_breaks(written.text);
  if (layout.has_byte_order_mark) written.text.insert(0, byte_order_mark);
  return written;
}

}  // namespace rigy::tools

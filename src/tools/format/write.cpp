#include "format/write.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "format/written_scalar.hpp"
#include "text/lines.hpp"

namespace rigy::tools {
namespace {

constexpr std::int32_t indent = 2;
constexpr std::int32_t any_offset = 1000;  // of a comment

std::int32_t width_of(std::string_view text) {
  return static_cast<std::int32_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

// A character has at most four bytes.
std::size_t most_bytes(std::int32_t width) {
  return std::size_t{4} * static_cast<std::size_t>(width);
}

bool append_flow(const LayoutEntry& value, std::size_t limit, std::string& out);

// Appends an entry of a collection in brackets.
bool append_entry(const LayoutEntry& collection, const LayoutEntry& entry, std::size_t limit,
                  std::string& out) {
  const bool has_value = entry.kind != ValueKind::Empty || !entry.notes().anchor.empty();
  if (collection.kind == ValueKind::Mapping) out.append(entry.key).append(has_value ? ": " : "");
  return append_flow(entry, limit, out);
}

// Appends the value as it is on one line. False if it cannot be, or `out` gets longer than `limit`.
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
    if (!append_entry(value, entry, limit, out)) return false;
  }
  out += is_list ? ']' : '}';
  return out.size() <= limit;
}

// The entries of a collection in brackets, each on one line, with the comma or bracket after it.
struct FlowEntries {
  std::string text = {};
  std::vector<std::size_t> ends = {};

  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(text).substr(begin, ends[i] - begin);
  }
};

// Nothing if one of them is wider than `room`.
std::optional<FlowEntries> entries_in(const LayoutEntry& value, std::int32_t room) {
  FlowEntries out;
  const std::size_t count = value.entries.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = out.text.size();
    if (!append_entry(value, value.entries[i], begin + most_bytes(room), out.text)) return {};
    out.text += i + 1 < count ? ',' : value.kind == ValueKind::List ? ']' : '}';
    out.ends.push_back(out.text.size());
    if (width_of(out[i]) > room) return {};
  }
  return out;
}

// Whether its entries look like the rows of a table.
bool has_only_mappings(const LayoutEntry& value) {
  return value.entries.size() > 1 &&
         std::all_of(value.entries.begin(), value.entries.end(), [](const LayoutEntry& entry) {
           return entry.kind == ValueKind::Mapping && !entry.entries.empty();
         });
}

class Writer {
 public:
  WrittenLayout write(const Layout& layout);

 private:
  void start_line(std::int32_t column) { out_.append(static_cast<std::size_t>(column), ' '); }
  void end_line(std::string_view comment = {});
  void blank_line();
  void write_lines(const std::vector<CommentLine>& lines, std::int32_t column,
                   std::int32_t max_offset = any_offset);
  void write_block(const LayoutEntry& value, std::int32_t column, bool is_started);
  bool write_entry(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column);
  void begin_value(const LayoutEntry& entry, std::int32_t column);
  void write_plain(const LayoutEntry& entry, const std::string& text, std::int32_t column);
  bool write_inline(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column);
  bool write_wrapped(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column);
  void write_entries(const FlowEntries& entries, std::int32_t column);
  [[nodiscard]] std::int32_t width_of_line() const {
    return width_of(std::string_view(out_).substr(out_.find_last_of('\n') + 1));
  }
  void write_as_block(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column);
  [[nodiscard]] bool write_above(std::string_view comment, std::int32_t column);
  void write_json(const LayoutEntry& value, std::int32_t column);
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
  bool needs_blank = false;
  for (const LayoutEntry& entry : value.entries) {
    if (!is_started) {
      if (needs_blank) blank_line();
      write_lines(entry.notes().before, column);
      if (entry.blank_before) blank_line();
      start_line(column);
    }
    is_started = false;
    // Comments after a block that are indented as far as it is would be in it.
    max_offset = write_entry(value, entry, column) ? indent - 1 : any_offset;
    write_lines(entry.notes().after, column, max_offset);
    needs_blank = needs_blank_after(entry);
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
  if (write_inline(block, entry, column)) return false;
  write_as_block(block, entry, column);
  return true;
}

// After the key or the dash; on the next line if there are comments between them.
void Writer::begin_value(const LayoutEntry& entry, std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  if (notes.head.empty() && notes.value_before.empty()) {
    out_ += ' ';
    return;
  }
  end_line(notes.head);
  write_lines(notes.value_before, column + indent);
  start_line(column + indent);
}

void Writer::write_plain(const LayoutEntry& entry, const std::string& text, std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  if (text.empty()) return end_line(notes.head.empty() ? notes.trailing : notes.head);
  begin_value(entry, column);
  out_ += text;
  end_line(notes.trailing);
}

// False if the value is to be a block.
bool Writer::write_inline(const LayoutEntry& block, const LayoutEntry& entry, std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  std::string text;
  if (entry.kind == ValueKind::Scalar && entry.has_lines) {
    if (!notes.anchor.empty()) text.append(notes.anchor).append(" ");
    text += indented_lines(entry.text, entry.style, column + indent);
    write_plain(entry, text, column);
    return true;
  }
  const bool is_short = append_flow(entry, most_bytes(max_width), text);
  if (!entry.is_collection()) {
    if (!is_short && text.empty()) return false;
    write_plain(entry, text, column);
    return true;
  }
  if (is_short && (entry.entries.empty() || width_of_line() + 1 + width_of(text) <= max_width)) {
    write_plain(entry, text, column);
    return true;
  }
  return entry.is_flow && !entry.has_comments && write_wrapped(block, entry, column);
}

// In brackets, as many entries on a line as fit. False if one of them does not fit on a line, or if
// they are rows of which no two fit.
bool Writer::write_wrapped(const LayoutEntry& block, const LayoutEntry& entry,
                           std::int32_t column) {
  const LayoutNotes& notes = entry.notes();
  const bool is_below_key = !notes.head.empty() || !notes.value_before.empty();
  // Below the first entry after a dash; how long a key is makes no difference.
  const std::int32_t inner =
      column + indent + (is_below_key || block.kind == ValueKind::List ? 1 : 0);
  const std::int32_t room = max_width - inner;
  const std::optional<FlowEntries> entries =
      entries_in(entry, has_only_mappings(entry) ? room / 2 : room);
  if (!entries) return false;
  std::string opening(notes.anchor);
  opening.append(opening.empty() ? "" : " ").append(entry.kind == ValueKind::List ? "[" : "{");
  const std::int32_t begin = is_below_key ? column + indent : width_of_line() + 1;
  if (begin + width_of(opening) + width_of((*entries)[0]) > max_width) return false;
  begin_value(entry, column);
  out_ += opening;
  write_entries(*entries, inner);
  end_line(notes.trailing);
  return true;
}

void Writer::write_entries(const FlowEntries& entries, std::int32_t column) {
  std::int32_t width = width_of_line();
  for (std::size_t i = 0; i < entries.ends.size(); ++i) {
    const std::int32_t size = width_of(entries[i]);
    if (i > 0 && width + 1 + size > max_width) {
      end_line();
      start_line(column);
      width = column;
    } else if (i > 0) {
      out_ += ' ';
      ++width;
    }
    out_ += entries[i];
    width += size;
  }
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

// On one line if it fits with the comma after it; otherwise each entry begins a line.
void Writer::write_json(const LayoutEntry& value, std::int32_t column) {
  const std::size_t begin = out_.size();
  const std::int32_t before = width_of_line();
  const bool is_short = append_flow(value, begin + most_bytes(max_width), out_);
  const std::int32_t width = width_of(std::string_view(out_).substr(begin));
  if (!value.is_collection() || (is_short && before + width < max_width)) return;
  out_.resize(begin);
  const bool is_list = value.kind == ValueKind::List;
  out_ += is_list ? '[' : '{';
  for (const LayoutEntry& entry : value.entries) {
    out_ += &entry == &value.entries.front() ? "\n" : ",\n";
    start_line(column + indent);
    if (!is_list) out_.append(entry.key).append(": ");
    write_json(entry, column + indent);
  }
  out_ += '\n';
  start_line(column);
  out_ += is_list ? ']' : '}';
}

void Writer::write_root(const Layout& layout) {
  const LayoutEntry& root = layout.root;
  const LayoutNotes& notes = root.notes();
  std::string text;
  if (root.is_flow && append_flow(root, most_bytes(max_width), text) &&
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
  if (layout.is_json) {
    write_json(layout.root, 0);
    end_line();
  } else {
    write_root(layout);
  }
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

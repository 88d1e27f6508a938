// Edits of any text.
#include <algorithm>
#include <string>
#include <utility>

#include "expand/yaml_text.hpp"
#include "rigy/edit.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

TextEdits sorted(TextEdits edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.begin < b.begin; });
  return edits;
}

// A stretch of the text between two edits: of the original text, or inserted.
struct TextStretch {
  bool is_kept = false;
  std::size_t begin = 0;  // of the original text
  std::size_t end = 0;
  std::string text;  // that is inserted

  [[nodiscard]] std::size_t size() const { return is_kept ? end - begin : text.size(); }
};

// What the text consists of after the edits, up to `end` bytes of the original.
std::vector<TextStretch> stretches_after(const TextEdits& edits, std::size_t end) {
  std::vector<TextStretch> out;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    if (edit.begin > at) out.push_back({true, at, edit.begin, {}});
    if (!edit.text.empty()) out.push_back({false, 0, 0, edit.text});
    at = edit.end;
  }
  if (end > at) out.push_back({true, at, end, {}});
  return out;
}

// The first `size` bytes of the rest, which is shortened by them.
std::vector<TextStretch> take(std::vector<TextStretch>& rest, std::size_t& next, std::size_t size) {
  std::vector<TextStretch> taken;
  while (size > 0 && next < rest.size()) {
    TextStretch& one = rest[next];
    const std::size_t part = std::min(size, one.size());
    if (one.is_kept) {
      taken.push_back({true, one.begin, one.begin + part, {}});
      one.begin += part;
    } else {
      taken.push_back({false, 0, 0, one.text.substr(0, part)});
      one.text.erase(0, part);
    }
    size -= part;
    if (one.size() == 0) ++next;
  }
  return taken;
}

// The edits that make these stretches of a text.
TextEdits edits_making(const std::vector<TextStretch>& stretches, std::size_t end) {
  TextEdits edits;
  TextEdit open{0, 0, {}};
  for (const TextStretch& one : stretches) {
    if (!one.is_kept) {
      open.text += one.text;
      continue;
    }
    open.end = one.begin;
    if (open.begin != open.end || !open.text.empty()) edits.push_back(open);
    open = {one.end, one.end, {}};
  }
  open.end = end;
  if (open.begin != open.end || !open.text.empty()) edits.push_back(open);
  return edits;
}

// Beyond all that the edits touch.
std::size_t far_end(const TextEdits& first, const TextEdits& second) {
  std::size_t end = 0;
  std::size_t removed = 0;
  for (const TextEdit& edit : first) {
    end = std::max(end, edit.end);
    removed += edit.end - edit.begin;
  }
  for (const TextEdit& edit : second) end = std::max(end, edit.end + removed);
  return end;
}

}  // namespace

std::optional<std::string> apply_edits(std::string_view text, const TextEdits& edits) {
  std::string out;
  std::size_t at = 0;
  for (const TextEdit& edit : sorted(edits)) {
    if (edit.begin < at || edit.end < edit.begin || edit.end > text.size()) return std::nullopt;
    out.append(text.substr(at, edit.begin - at)).append(edit.text);
    at = edit.end;
  }
  return out.append(text.substr(at));
}

TextEdits compose_edits(const TextEdits& first, const TextEdits& second) {
  const std::size_t end = far_end(first, second);
  std::vector<TextStretch> middle = stretches_after(sorted(first), end);
  std::vector<TextStretch> result;
  std::size_t next = 0;
  std::size_t at = 0;
  const auto keep = [&](std::size_t size) {
    for (TextStretch& one : take(middle, next, size)) result.push_back(std::move(one));
  };
  for (const TextEdit& edit : sorted(second)) {
    keep(edit.begin - at);
    if (!edit.text.empty()) result.push_back({false, 0, 0, edit.text});
    static_cast<void>(take(middle, next, edit.end - edit.begin));
    at = edit.end;
  }
  keep(static_cast<std::size_t>(-1));
  return edits_making(result, end);
}

NewValue text_value(std::string_view utf8) {
  NewValue value;
  append_yaml_text(value.flow, utf8);
  return value;
}

}  // namespace rigy

#include "cli/git_attributes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigy::interfaces::cli {
namespace {

// Git ignores it at the beginning, and only there.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view heading =
    "# Written by 'rigy git-setup', taken out by 'rigy git-setup --remove':";
constexpr std::string_view heading_of_new_file =
    "# Written by 'rigy git-setup', removed with this file by 'rigy git-setup --remove':";
constexpr std::array<std::string_view, 3> lines{"*.rigy.yaml diff=rigy", "*.rigs.yaml diff=rigy",
                                                "*.rigm.yaml diff=rigy"};

// Each with its line break.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> all;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    all.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return all;
}

// Spaces between words count once, and a line break, of whichever kind, not at all.
std::string words_of(std::string_view line) {
  std::string words;
  for (const char c : line) {
    const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!is_space) {
      words += c;
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  if (words.ends_with(' ')) words.pop_back();
  return words;
}

bool has_line(std::string_view text, std::string_view wanted) {
  const std::vector<std::string_view> all = lines_of(text);
  return std::any_of(all.begin(), all.end(),
                     [&](std::string_view line) { return words_of(line) == wanted; });
}

bool has_all_lines(std::string_view text) {
  return std::all_of(lines.begin(), lines.end(),
                     [&](std::string_view line) { return has_line(text, line); });
}

bool is_heading(std::string_view words) { return words == heading || words == heading_of_new_file; }

// After the heading, each of our lines counts once, in their order: another is somebody else's.
class Taker {
 public:
  bool takes(std::string_view words) {
    if (is_heading(words)) {
      next_ = lines.begin();
      return true;
    }
    const auto* const found = std::find(next_, lines.end(), words);
    next_ = found == lines.end() ? found : found + 1;
    return found != lines.end();
  }

 private:
  const std::string_view* next_ = lines.end();
};

std::string_view mark_of(std::string_view text) {
  return text.starts_with(byte_order_mark) ? byte_order_mark : std::string_view();
}

}  // namespace

AttributesText with_rigy_lines(const AttributesText& text) {
  const std::string_view now = text ? std::string_view(*text) : std::string_view();
  const std::string_view mark = mark_of(now);
  if (has_all_lines(now.substr(mark.size()))) return text;
  const AttributesText before = without_rigy_lines(text);
  return fmt::format("{}{}\n{}\n{}", mark, before ? heading : heading_of_new_file,
                     fmt::join(lines, "\n"), before.value_or("").substr(mark.size()));
}

AttributesText without_rigy_lines(const AttributesText& text) {
  if (!text) return text;
  const std::string_view mark = mark_of(*text);
  std::string rest(mark);
  bool made_the_file = false;
  Taker taker;
  for (const std::string_view line : lines_of(std::string_view(*text).substr(mark.size()))) {
    const std::string words = words_of(line);
    made_the_file = made_the_file || words == heading_of_new_file;
    if (!taker.takes(words)) rest += line;
  }
  return made_the_file && rest.empty() ? AttributesText() : rest;
}

}  // namespace rigy::interfaces::cli

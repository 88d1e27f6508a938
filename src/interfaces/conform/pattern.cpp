#include "conform/pattern.hpp"

#include <cstddef>

namespace rigy::interfaces {
namespace {

// Length of the list at the start of the pattern, brackets included; 0 if it has no end.
std::size_t list_size(std::string_view pattern) {
  const std::size_t first = pattern.substr(1).starts_with('!') ? 2 : 1;
  // A bracket in first place is a member.
  const std::size_t end = pattern.find(']', first + 1);
  return end == std::string_view::npos ? 0 : end + 1;
}

bool is_in_list(char one, std::string_view list) {
  const bool negated = list[1] == '!';
  bool found = false;
  for (std::size_t i = negated ? 2 : 1; i + 1 < list.size(); ++i) {
    const bool is_range = i + 3 < list.size() && list[i + 1] == '-';
    const char last = is_range ? list[i + 2] : list[i];
    found = found || (list[i] <= one && one <= last);
    if (is_range) i += 2;
  }
  return found != negated;
}

// How much of the pattern matches this one character; 0 if it does not.
std::size_t match_one(char one, std::string_view pattern) {
  if (pattern.empty()) return 0;
  if (pattern[0] == '?') return 1;
  if (pattern[0] == '\\' && pattern.size() > 1) return pattern[1] == one ? 2 : 0;
  if (pattern[0] == '[') {
    if (const std::size_t size = list_size(pattern)) {
      return is_in_list(one, pattern.substr(0, size)) ? size : 0;
    }
  }
  return pattern[0] == one ? 1 : 0;
}

}  // namespace

bool matches_pattern(std::string_view text, std::string_view pattern) {
  // After a mismatch, the last `*` takes one character more; earlier ones need not.
  bool has_star = false;
  std::string_view text_at_star;
  std::string_view pattern_at_star;
  while (!text.empty()) {
    if (pattern.starts_with('*')) {
      pattern.remove_prefix(1);
      has_star = true;
      text_at_star = text;
      pattern_at_star = pattern;
    } else if (const std::size_t size = match_one(text[0], pattern)) {
      pattern.remove_prefix(size);
      text.remove_prefix(1);
    } else if (has_star) {
      text_at_star.remove_prefix(1);
      text = text_at_star;
      pattern = pattern_at_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*') == std::string_view::npos;
}

}  // namespace rigy::interfaces

#include "diagnostics/suggestions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace rigy::language {
namespace {

// Longer words are not worth guessing at.
constexpr std::size_t max_guessed_word = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letter(char a, char b) { return lower(a) == lower(b); }

// Damerau's distance with adjacent transpositions, two rows and one more; gives up past `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    std::size_t best = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = previous[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      current[j] = std::min({change, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1])) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
      best = std::min(best, current[j]);
    }
    if (best > limit) return limit + 1;
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

// "mesh" of "mesh_id", "color" of "base_color".
bool is_part_of_name(std::string_view word, std::string_view name) {
  if (word.size() < 3 || word.size() >= name.size()) return false;
  return (name.starts_with(word) && name[word.size()] == '_') ||
         (name.ends_with(word) && name[name.size() - word.size() - 1] == '_');
}

}  // namespace

ClosestWord::ClosestWord(std::string_view word)
    // One slip in short words, about one per three letters in longer ones.
    : word_(word), limit_(std::max<std::size_t>(1, word.size() / 3)) {}

std::size_t ClosestWord::offer(std::string_view candidate) {
  const std::size_t longer = std::max(candidate.size(), word_.size());
  const std::size_t shorter = std::min(candidate.size(), word_.size());
  if (word_.size() > max_guessed_word || candidate == word_) return 1;
  std::size_t distance = limit_;
  if (!is_part_of_name(word_, candidate)) {
    if (longer - shorter > limit_) return 1;
    distance = edit_distance(word_, candidate, limit_);
    // A single letter is one slip from every other.
    if (longer == 1 && distance > 0) return 1;
  }
  if (best_.empty() ? distance <= limit_ : distance < limit_) {
    best_ = candidate;
    limit_ = distance;
    tied_ = false;
  } else if (distance == limit_ && candidate != best_) {
    tied_ = true;
  }
  return longer * shorter;
}

bool is_close(std::string_view word, std::string_view candidate) {
  ClosestWord closest(word);
  closest.offer(candidate);
  return !closest.best().empty();
}

}  // namespace rigy::language

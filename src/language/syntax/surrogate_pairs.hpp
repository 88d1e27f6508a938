// Surrogate pairs: JSON writes characters beyond U+FFFF as two escapes, as in "\ud83d\ude00". YAML
// has no such escapes, so the parser gets a placeholder of the same length for each, which is
// replaced in the scalars that come out of it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "language_floor.hpp"

namespace rigy::language {

class SurrogatePairs {
 public:
  // Finds the pairs in the text. Those that cannot be told from the rest of the text, because it
  // has every placeholder, stay as they are.
  explicit SurrogatePairs(std::string_view text);

  [[nodiscard]] bool empty() const { return pairs_.empty(); }
  // The text for the parser if there are any: as long as the original, character by character.
  [[nodiscard]] std::string_view text() const { return text_; }

  // The value of the scalar between two characters of the text, without placeholders. Scalars must
  // come in the order of the text.
  [[nodiscard]] std::string restored(std::string_view value, bool in_double_quotes,
                                     std::size_t begin, std::size_t end);

 private:
  static constexpr std::size_t written_size = 12;
  struct Pair {
    std::size_t offset;  // in bytes
    std::size_t at;      // in characters
    std::array<char, written_size> written;
    char32_t point;
  };

  void find_pairs(std::string_view text);
  [[nodiscard]] bool choose_placeholder();

  std::string text_;
  std::vector<Pair> pairs_;
  std::size_t next_ = 0;     // the first that no scalar has had yet
  std::string placeholder_;  // as an escape, twice
  std::string decoded_;      // as characters
};

}  // namespace rigy::language

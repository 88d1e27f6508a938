// U+0085, U+2028 and U+2029 as they stand in the text (D26). YAML 1.1 breaks lines there, YAML 1.2
// does not; only inside double quotes do both go on with the same text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "rigy/diagnostic.hpp"

namespace rigy {

struct LineSeparator {
  Position at;
  char32_t point = 0;
};

// Goes through a text once, along with the parser. Indices count characters, as libyaml's marks do.
class LineSeparators {
 public:
  explicit LineSeparators(std::string_view text);

  // Refuses, or passes over, those before that character.
  void refuse_until(std::size_t index);
  void pass_until(std::size_t index);

  // The first of them: a hundred say enough.
  [[nodiscard]] const std::vector<LineSeparator>& refused() const { return refused_; }

 private:
  template <class Use>
  void advance(std::size_t index, const Use& use);

  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t index_ = 0;
  Position at_{1, 1};
  std::vector<LineSeparator> refused_;
};

}  // namespace rigy

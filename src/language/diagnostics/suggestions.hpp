// Which known word an unknown one was meant to be, by edit distance.
#pragma once

#include <cstddef>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

// Looks for the candidate that a word was meant to be.
class ClosestWord {
 public:
  explicit ClosestWord(std::string_view word);

  // Among equally close candidates the first wins. Returns the work it took.
  std::size_t offer(std::string_view candidate);
  // Empty if none is close.
  [[nodiscard]] std::string_view best() const { return best_; }
  // How many slips away it is, and whether another candidate is as close.
  [[nodiscard]] std::size_t distance() const { return limit_; }
  [[nodiscard]] bool is_tied() const { return tied_; }

 private:
  std::string_view word_;
  std::string_view best_;
  std::size_t limit_;
  bool tied_ = false;
};

[[nodiscard]] bool is_close(std::string_view word, std::string_view candidate);

}  // namespace rigy::language

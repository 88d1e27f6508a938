// Lines and columns of a text, counted as libyaml counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rigy::base {

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// The length of the line break at `at`, 0 if there is none.
[[nodiscard]] std::size_t line_break_length(std::string_view text, std::size_t at);

class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  [[nodiscard]] std::uint32_t count() const { return count_; }

  // Line `number` (from 1) without its break; empty past the end.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;

  // The column in UTF-16 code units (from 1) of column `column` in code points (from 1).
  [[nodiscard]] std::uint32_t utf16_column(std::uint32_t number, std::uint32_t column);

 private:
  // A place in a line: its distance from the start in bytes, code points and UTF-16 code units.
  struct Step {
    std::size_t bytes = 0;
    std::uint32_t points = 0;
    std::uint32_t units = 0;
  };

  static void advance(std::string_view line, std::uint32_t points, Step& step);
  // The end of the line that starts at `start`, including its break.
  [[nodiscard]] std::size_t end_of_line(std::size_t start) const;
  const std::vector<Step>& steps_of(std::uint32_t number);

  std::string_view text_;
  std::uint32_t count_ = 1;
  // The starts of some lines, and the end: a text may be all line breaks, or have very long lines.
  struct Start {
    std::uint32_t line = 1;
    std::size_t offset = 0;
  };
  void note_line(std::size_t offset);
  std::vector<Start> starts_;
  // For each long line asked for, one step per points_per_step code points.
  std::unordered_map<std::uint32_t, std::vector<Step>> steps_;
};

}  // namespace rigy::base

// Places of a text as the Language Server Protocol counts them: lines from 0, columns from 0 in
// UTF-16 code units.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

struct LspPosition {
  std::uint32_t line = 0;
  std::uint32_t character = 0;

  friend auto operator<=>(const LspPosition&, const LspPosition&) = default;
};

struct LspRange {
  LspPosition start;
  LspPosition end;
};

// Of one text, which must live longer. Lines end with \n, \r\n or \r.
class TextPositions {
 public:
  explicit TextPositions(std::string_view text);

  [[nodiscard]] LspPosition position_of(std::size_t offset) const;
  // The end of the line for a column beyond it, the end of the text for a line beyond that.
  [[nodiscard]] std::size_t offset_of(LspPosition position) const;
  [[nodiscard]] LspPosition end() const { return position_of(text_.size()); }

 private:
  [[nodiscard]] std::string_view line(std::size_t number) const;

  std::string_view text_;
  std::vector<std::size_t> starts_;  // of lines
};

// The text with that range replaced.
[[nodiscard]] std::string with_change(const std::string& text, LspRange range,
                                      std::string_view replacement);

}  // namespace rigy::interfaces

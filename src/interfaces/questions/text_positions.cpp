#include "questions/text_positions.hpp"

#include <algorithm>

#include "text/code_points.hpp"

namespace rigy::interfaces {
namespace {

std::uint32_t units_of(char32_t point) { return point > 0xffff ? 2 : 1; }

}  // namespace

TextPositions::TextPositions(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if ((text[i] == '\n' || text[i] == '\r') && !is_pair) starts_.push_back(i + 1);
  }
}

std::string_view TextPositions::line(std::size_t number) const {
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  return text_.substr(starts_[number], end - starts_[number]);
}

LspPosition TextPositions::position_of(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto number = static_cast<std::size_t>(after - starts_.begin()) - 1;
  const std::string_view before = text_.substr(starts_[number], offset - starts_[number]);
  LspPosition position{static_cast<std::uint32_t>(number), 0};
  for (std::size_t at = 0; at < before.size();) {
    position.character += units_of(next_code_point(before, at));
  }
  return position;
}

std::size_t TextPositions::offset_of(LspPosition position) const {
  if (position.line >= starts_.size()) return text_.size();
  const std::string_view whole = line(position.line);
  const std::string_view text =
      whole.substr(0, std::min(whole.find_first_of("\r\n"), whole.size()));
  std::size_t at = 0;
  for (std::uint32_t units = 0; at < text.size() && units < position.character;) {
    units += units_of(next_code_point(text, at));
  }
  return starts_[position.line] + at;
}

std::string with_change(const std::string& text, LspRange range, std::string_view replacement) {
  const TextPositions positions(text);
  const std::size_t begin = positions.offset_of(range.start);
  const std::size_t end = std::max(begin, positions.offset_of(range.end));
  return text.substr(0, begin).append(replacement).append(text, end);
}

}  // namespace rigy::interfaces

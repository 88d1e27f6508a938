#include "text/lines.hpp"

#include <algorithm>

namespace rigy::base {
namespace {

constexpr std::uint32_t points_per_step = 4096;
constexpr std::uint32_t max_lines_skipped = 64;
constexpr std::size_t max_bytes_skipped = 4096;

bool may_begin_break(char byte) {
  return byte == '\n' || byte == '\r' || byte == '\xc2' || byte == '\xe2';
}

std::string_view without_break(std::string_view line) {
  for (const std::string_view end :
       {"\r\n", "\n", "\r", "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"}) {
    if (line.ends_with(end)) return line.substr(0, line.size() - end.size());
  }
  return line;
}

}  // namespace

// YAML 1.1, and so libyaml, also breaks lines at NEL, LS and PS.
std::size_t line_break_length(std::string_view text, std::size_t at) {
  if (!may_begin_break(text[at])) return 0;
  const std::string_view rest = text.substr(at, 3);
  if (rest.starts_with("\r\n")) return 2;
  if (rest.starts_with('\n') || rest.starts_with('\r')) return 1;
  if (rest.starts_with("\xc2\x85")) return 2;
  if (rest.starts_with("\xe2\x80\xa8") || rest.starts_with("\xe2\x80\xa9")) return 3;
  return 0;
}

std::size_t LineIndex::end_of_line(std::size_t at) const {
  for (; at < text_.size(); ++at) {
    if (!may_begin_break(text_[at])) continue;
    if (const std::size_t length = line_break_length(text_, at); length > 0) return at + length;
  }
  return at;
}

void LineIndex::note_line(std::size_t offset) {
  ++count_;
  const Start& last = starts_.back();
  if (count_ - last.line < max_lines_skipped && offset - last.offset < max_bytes_skipped) return;
  starts_.push_back({count_, offset});
}

LineIndex::LineIndex(std::string_view text) : text_(text) {
  starts_.push_back({1, text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0});
  std::size_t at = end_of_line(starts_[0].offset);
  for (; at < text.size(); at = end_of_line(at)) note_line(at);
  // A break at the very end is followed by one more, empty line.
  if (without_break(text).size() < text.size()) note_line(at);
  starts_.push_back({count_ + 1, text.size()});
}

std::string_view LineIndex::line(std::uint32_t number) const {
  if (number == 0 || number > count_) return {};
  const auto after =
      std::upper_bound(starts_.begin(), starts_.end(), number,
                       [](std::uint32_t line, const Start& start) { return line < start.line; });
  const Start& known = *(after - 1);
  std::size_t start = known.offset;
  for (std::uint32_t i = known.line; i < number; ++i) start = end_of_line(start);
  // The start after a long line is always stored, so no long line is scanned twice.
  const std::size_t end = after->line == number + 1 ? after->offset : end_of_line(start);
  return without_break(text_.substr(start, end - start));
}

// Advances by `points` code points, or to the end of the line.
void LineIndex::advance(std::string_view line, std::uint32_t points, Step& step) {
  for (; points > 0 && step.bytes < line.size(); --points) {
    const auto lead = static_cast<unsigned char>(line[step.bytes]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    step.bytes += length;
    step.units += length == 4 ? 2 : 1;
    ++step.points;
  }
}

const std::vector<LineIndex::Step>& LineIndex::steps_of(std::uint32_t number) {
  std::vector<Step>& steps = steps_[number];
  if (!steps.empty()) return steps;
  const std::string_view text = line(number);
  for (Step step; steps.empty() || step.bytes < text.size();) {
    steps.push_back(step);
    advance(text, points_per_step, step);
  }
  return steps;
}

std::uint32_t LineIndex::utf16_column(std::uint32_t number, std::uint32_t column) {
  const std::uint32_t points = std::max(column, 1u) - 1;
  Step step;
  if (points >= points_per_step) {
    const std::vector<Step>& steps = steps_of(number);
    step = steps[std::min<std::size_t>(points / points_per_step, steps.size() - 1)];
  }
  advance(line(number), points - step.points, step);
  // Each column after the end of the line counts as one unit.
  return 1 + step.units + (points - step.points);
}

}  // namespace rigy::base

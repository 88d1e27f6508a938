#include "yaml/line_separators.hpp"

#include "base/code_points.hpp"
#include "base/lines.hpp"

namespace rigy {
namespace {

constexpr std::size_t max_refused = 100;

bool has_separators(std::string_view text) {
  for (const std::string_view one : {"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"}) {
    if (text.find(one) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

LineSeparators::LineSeparators(std::string_view text)
    // Hardly any text has them; then there is nothing to go through.
    : text_(has_separators(text) ? text : std::string_view()) {}

template <class Use>
void LineSeparators::advance(std::size_t index, const Use& use) {
  while (offset_ < text_.size() && index_ < index) {
    const std::size_t length = line_break_length(text_, offset_);
    const std::size_t begin = offset_;
    const char32_t point = next_code_point(text_, offset_);
    ++index_;
    if (length > 1 && text_[begin] != '\r') use(LineSeparator{at_, point});
    // Of "\r\n" the first does not end the line yet.
    if (length == 0 || (length == 2 && text_[begin] == '\r')) {
      ++at_.column;
    } else {
      at_ = {at_.line + 1, 1};
    }
  }
}

void LineSeparators::refuse_until(std::size_t index) {
  advance(index, [this](const LineSeparator& one) {
    if (refused_.size() < max_refused) refused_.push_back(one);
  });
}

void LineSeparators::pass_until(std::size_t index) {
  advance(index, [](const LineSeparator&) {});
}

}  // namespace rigy

// Walking over UTF-8 text one code point at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rigy::base {

inline constexpr char32_t replacement_character = 0xfffd;

// The code point at `at`, which moves past it. Each byte that is not part of valid UTF-8 counts as
// one U+FFFD. `at` must be inside the text.
[[nodiscard]] char32_t next_code_point(std::string_view utf8, std::size_t& at);

void append_code_point(std::string& out, char32_t point);

// The text with \n for each line break: lines in messages are those of the message.
[[nodiscard]] std::string on_one_line(std::string text);

// The text, cut off after `max_bytes` and followed by an ellipsis if it is longer.
[[nodiscard]] std::string shortened(std::string_view utf8, std::size_t max_bytes);

}  // namespace rigy::base

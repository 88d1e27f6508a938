// Text of documents for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rigy::base {

// Whether a character moves the cursor, or reorders the text around it.
[[nodiscard]] bool is_unsafe_in_terminals(char32_t point);

// Running text; unsafe characters become \u001b, line breaks \n.
void append_terminal_text(std::string& out, std::string_view utf8);
[[nodiscard]] std::string terminal_text(std::string_view utf8);

// How many columns it takes, one for each code point.
[[nodiscard]] std::size_t columns_of(std::string_view utf8);

}  // namespace rigy::base

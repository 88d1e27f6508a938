// How scalars are written: numbers and plain texts as they are, other quotes as double quotes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "syntax/token.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// Others are left as they are written.
[[nodiscard]] bool is_quoted(ScalarStyle style);
[[nodiscard]] std::string written_scalar(std::string_view written, std::string_view meaning,
                                         ScalarStyle style);
// A key that is a word needs no quotes.
[[nodiscard]] std::string written_key(std::string_view written, std::string_view meaning,
                                      ScalarStyle style);

// Whether a block scalar says how far it is indented: "|2".
[[nodiscard]] bool gives_indentation(std::string_view written, ScalarStyle style);

// Whether blank lines follow a block scalar that are not part of it, though they are written there.
[[nodiscard]] bool ends_with_blank_line(std::string_view written, ScalarStyle style);

// A scalar of several lines, all but the first indented to the column.
[[nodiscard]] std::string indented_lines(std::string_view written, ScalarStyle style,
                                         std::int32_t column);

}  // namespace rigy::tools

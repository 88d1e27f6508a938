// The lines of a file .gitattributes that give documents to the driver 'rigy'.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// A file of attributes; nothing if there is none.
using AttributesText = std::optional<std::string>;

// With lines for those kinds of documents that have none yet. They come first, so that what
// somebody else has written about the same files still decides, and so that taking them out leaves
// every other byte as it was.
[[nodiscard]] AttributesText with_rigy_lines(const AttributesText& text);

// Without the lines that with_rigy_lines has added, and without the file if it made it.
[[nodiscard]] AttributesText without_rigy_lines(const AttributesText& text);

}  // namespace rigy::interfaces::cli

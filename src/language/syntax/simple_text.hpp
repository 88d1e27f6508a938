// Texts of which every byte is as usual.
#pragma once

#include <string_view>

namespace rigy::language {

// Whether the text is all printable ASCII and line feeds, as most are: there is nothing else to
// check.
[[nodiscard]] bool is_simple_text(std::string_view text);

}  // namespace rigy::language

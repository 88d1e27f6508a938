// What a text in place of a number may have been meant to be.
#pragma once

#include <string>
#include <string_view>

namespace rigy {

// Help for a misspelt param or expression; empty if the text is neither.
[[nodiscard]] std::string number_hint(std::string_view text);

}  // namespace rigy

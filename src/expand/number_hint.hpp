// What may have been meant by a text where a number is expected.
#pragma once

#include <string>
#include <string_view>

namespace rigy {

// Help for a param or an expression that is not written as one; empty if it is neither.
[[nodiscard]] std::string number_hint(std::string_view text);

}  // namespace rigy

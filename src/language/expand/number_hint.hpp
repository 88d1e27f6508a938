// What a text in place of a number may have been meant to be.
#pragma once

#include <string>
#include <string_view>

#include "syntax/reporter.hpp"

namespace rigy::language {

// Help for the scalar at `node`, which is not a number: quotes, a unit, a misspelled param or
// expression. `what` names the field. Empty if the text is none of these.
[[nodiscard]] std::string number_hint(const Reporter& at, NodeId node, std::string_view what);

// A list of numbers as it was meant if it has `count` of them with points for decimal commas:
// "[0.5, 1, 2]" for [0,5, 1, 2]. Empty if it has not.
[[nodiscard]] std::string without_decimal_commas(const Tree& tree, NodeId list, std::size_t count);

}  // namespace rigy::language

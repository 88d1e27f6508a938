// Help for texts in place of a number: units, fractions, decimal commas.
#pragma once

#include <string>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

// "write 0.5", or nothing if the text is not a number in any sense. `what` names the field: units
// are converted only if they fit what the field holds.
[[nodiscard]] std::string help_for_number(std::string_view text, std::string_view what = {});

// The number that such a text means, in the unit of the field; empty if it means none.
[[nodiscard]] std::string number_meant_by(std::string_view text, std::string_view what = {});

// The same for a text that differs from repetition to repetition: nothing of it is converted.
[[nodiscard]] std::string help_for_unit(std::string_view text, std::string_view what);

// Help for a param or an index that is followed by a unit, as in "$w cm"; empty if `rest` is not a
// unit. `computes`: the document may have expressions.
[[nodiscard]] std::string help_for_param_with_unit(std::string_view param, std::string_view rest,
                                                   std::string_view what, bool computes);

}  // namespace rigy::language

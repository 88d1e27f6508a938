// Help for texts in place of a number: units, fractions, decimal commas.
#pragma once

#include <string>
#include <string_view>

namespace rigy {

// "write 0.5", or nothing if the text is not a number in any sense. `what` names the field: units
// are converted only if they fit what the field holds.
[[nodiscard]] std::string help_for_number(std::string_view text, std::string_view what = {});

}  // namespace rigy

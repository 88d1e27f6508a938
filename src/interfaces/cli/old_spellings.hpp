// Options that had another name before: they are still accepted.
#pragma once

#include <string>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// The words of a command line with the options' names of today; the first is the command. A note on
// standard error says what each is called now.
[[nodiscard]] std::vector<std::string> with_new_spellings(const std::vector<std::string>& words);

}  // namespace rigy::interfaces::cli

// What --version prints.
#pragma once

#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

[[nodiscard]] std::string short_version();

// With --verbose: also what the program was built with and from, one per line.
[[nodiscard]] std::string long_version();

}  // namespace rigy::interfaces::cli

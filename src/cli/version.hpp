// What --version prints.
#pragma once

#include <string>

namespace rigy::cli {

[[nodiscard]] std::string short_version();

// With --verbose: also what the program was built with and from, one per line.
[[nodiscard]] std::string long_version();

}  // namespace rigy::cli

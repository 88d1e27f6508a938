// Which option of a command line that could not be parsed does not exist.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "interfaces_floor.hpp"

namespace CLI {
class App;
}

namespace rigy::interfaces::cli {

// "--poes is not an option of render; did you mean --poses?", for the first such option; nothing if
// all are known. The first of the words is the command.
[[nodiscard]] std::optional<std::string> unknown_option(const CLI::App& command,
                                                        std::span<const std::string> words);

}  // namespace rigy::interfaces::cli

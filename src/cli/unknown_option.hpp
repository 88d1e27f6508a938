// Which option of a command line that could not be parsed does not exist.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace rigy::cli {

// "--poes is not an option of render; did you mean --poses?", for the first such option; nothing if
// all are known.
[[nodiscard]] std::optional<std::string> unknown_option(const CLI::App& command, int argc,
                                                        const char* const* argv);

}  // namespace rigy::cli

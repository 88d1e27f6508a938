// Asking git, which is run as a program.
#pragma once

#include <string>
#include <vector>

#include "interfaces_floor.hpp"
#include "platform/child_process.hpp"

namespace rigy::interfaces::cli {

// What git answered in `folder`, with or without what it printed as errors. Throws FileTroubleError
// if it cannot be run, or does not end.
[[nodiscard]] platform::ChildResult run_git(const std::string& folder,
                                            const std::vector<std::string>& arguments,
                                            bool keep_errors);

[[nodiscard]] std::string first_line(const std::string& text);

}  // namespace rigy::interfaces::cli

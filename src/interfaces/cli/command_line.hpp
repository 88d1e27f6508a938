// The command line: finds the command, lets it parse its options, and runs it.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/options.hpp"
#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// The words after the name of the program. Throws UsageError and FileTroubleError.
[[nodiscard]] ExitCode run_command_line(const std::vector<std::string>& words);

struct CommandDescription {
  std::string name;
  std::string summary;
  std::vector<OptionDescription> options;
};

// All commands with their options, for the completion of shells.
[[nodiscard]] std::vector<CommandDescription> describe_commands();

}  // namespace rigy::interfaces::cli

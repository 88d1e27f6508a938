// The subcommands.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "cli/exit_code.hpp"
#include "cli/options.hpp"
#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// What to run for the parsed command line.
using Action = std::function<ExitCode()>;

struct Command {
  std::string_view name;
  std::string_view summary;
  // Called once the command is chosen: options cost time that every start would pay.
  Action (*add)(Options& options);
};

[[nodiscard]] std::span<const Command> commands();

#define RIGY_COMMAND(name, summary) [[nodiscard]] Action add_##name##_command(Options& options);
#include "cli/commands.def"
#undef RIGY_COMMAND

}  // namespace rigy::interfaces::cli

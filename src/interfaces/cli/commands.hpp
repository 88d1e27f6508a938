// The subcommands. Each adds itself to the program and sets what to run if it is chosen.
#pragma once

#include <functional>

#include "cli/exit_code.hpp"

namespace CLI {
class App;
}

namespace rigy::interfaces::cli {

// What to run for the parsed command line.
using Action = std::function<ExitCode()>;

void add_init_command(CLI::App& program, Action& action);
void add_compile_command(CLI::App& program, Action& action);
void add_export_command(CLI::App& program, Action& action);
void add_check_command(CLI::App& program, Action& action);
void add_render_command(CLI::App& program, Action& action);  // not without RIGY_RENDER
void add_inspect_command(CLI::App& program, Action& action);
void add_diff_command(CLI::App& program, Action& action);
void add_measure_command(CLI::App& program, Action& action);
void add_lint_command(CLI::App& program, Action& action);
void add_pose_command(CLI::App& program, Action& action);
void add_explain_command(CLI::App& program, Action& action);
void add_schema_command(CLI::App& program, Action& action);
void add_conform_command(CLI::App& program, Action& action);
void add_verify_command(CLI::App& program, Action& action);

}  // namespace rigy::interfaces::cli

// The program: reads the arguments, calls the library, prints, writes, picks the exit status.
#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/unknown_option.hpp"
#include "cli/version.hpp"
#include "diagnostics/suggestions.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer = R"(Examples:
  rigy init arm --template arm
  rigy export arm.rigy.yaml -o arm.glb
  rigy compile arm.rigy.yaml -o arm.glb
  rigy check assets/*.rigy.yaml
  rigy explain V11

'rigy help COMMAND' describes a command.)";

// The parser would only say that it did not expect the word.
void check_command_name(const CLI::App& program, const std::string& name) {
  std::vector<std::string> known;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == name) return;
    known.push_back(command->get_name());
  }
  ClosestWord closest(name);
  for (const std::string& one : known) closest.offer(one);
  const std::string hint = closest.best().empty()
                               ? fmt::format("the commands are {}", fmt::join(known, ", "))
                               : fmt::format("did you mean '{}'?", closest.best());
  throw UsageError(fmt::format("'{}' is not a command; {}", name, hint));
}

// What the parser says about inputs is for programmers, and it takes an unknown option for one.
std::string reason_of(const CLI::App& program, const CLI::ParseError& result,
                      const std::vector<std::string>& words) {
  std::string reason = result.what();
  for (const CLI::App* command : program.get_subcommands()) {
    if (std::optional<std::string> unknown = unknown_option(*command, words)) return *unknown;
    if (reason.starts_with("IN: At Most")) {
      return fmt::format("{} takes one document, but there are several inputs",
                         command->get_name());
    }
  }
  return reason;
}

// --help and --version also end up here.
ExitCode report_parse_result(const CLI::App& program, const CLI::ParseError& result,
                             const std::vector<std::string>& words) {
  if (result.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    const bool is_help = result.get_name() != "CallForVersion";
    const std::string text = is_help ? program.help() : std::string(result.what()) + "\n";
    print(text);
    return Done;
  }
  complain(reason_of(program, result, words));
  print_error("Try 'rigy --help' or 'rigy COMMAND --help'.\n");
  return BadUsage;
}

ExitCode run(const std::vector<std::string>& words);

// The same as --help, where others look for it.
void add_help_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("help", "Describe a command");
  command.footer("Examples:\n  rigy help\n  rigy help export");
  const auto name = std::make_shared<std::string>();
  command.add_option("COMMAND", *name, "The command (default: list all)")->type_name("");
  command.callback([name, &action] {
    action = [name] {
      return run(name->empty() ? std::vector<std::string>{"--help"}
                               : std::vector<std::string>{*name, "--help"});
    };
  });
}

ExitCode run(const std::vector<std::string>& words) {
  CLI::App program(
      "Compiles Rigy documents to canonical binary glTF, and exports them for other programs.",
      "rigy");
  bool is_verbose = false;
  CLI::Option* verbose =
      program.add_flag("--verbose", is_verbose, "With --version: also what it was built from");
  verbose->needs(program.set_version_flag(
      "--version", [verbose] { return verbose->count() > 0 ? long_version() : short_version(); }));
  program.require_subcommand(1);
  program.footer(help_footer);
  // A word that starts with a slash is a path.
  program.allow_windows_style_options(false);
  Action action;
  add_init_command(program, action);
  add_export_command(program, action);
  add_compile_command(program, action);
  add_check_command(program, action);
#ifdef RIGY_RENDER
  add_render_command(program, action);
#endif
  add_inspect_command(program, action);
  add_diff_command(program, action);
  add_measure_command(program, action);
  add_lint_command(program, action);
  add_pose_command(program, action);
  add_explain_command(program, action);
  add_schema_command(program, action);
  add_conform_command(program, action);
  add_verify_command(program, action);
  add_help_command(program, action);
  if (!words.empty() && !words[0].starts_with('-')) check_command_name(program, words[0]);
  try {
    // As the parser wants them.
    program.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& result) {
    return report_parse_result(program, result, words);
  }
  return action();
}

ExitCode run_guarded(int argc, char** argv) {
  try {
    return run(platform::start(argc, argv));
  } catch (const UsageError& error) {
    complain(error.what());
    return BadUsage;
  } catch (const FileTroubleError& error) {
    complain(error.what());
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return FileTrouble;
}

}  // namespace
}  // namespace rigy::interfaces::cli

int main(int argc, char** argv) {
  const rigy::interfaces::cli::ExitCode code = rigy::interfaces::cli::run_guarded(argc, argv);
  rigy::interfaces::cli::remove_empty_folders();
  return code;
}

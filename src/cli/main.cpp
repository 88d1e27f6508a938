// The program: reads the arguments, calls the library, prints, writes, picks the exit status.
#include <exception>
#include <string>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"

namespace rigy::cli {
namespace {

constexpr const char* help_footer = R"(Examples:
  rigy init arm --template arm
  rigy export arm.rigy.yaml -o arm.glb
  rigy compile arm.rigy.yaml -o arm.glb
  rigy check assets/*.rigy.yaml
  rigy explain V11

'rigy COMMAND --help' describes a command.)";

// The parser would only say that it did not expect the word.
void check_command_name(const CLI::App& program, const std::string& name) {
  std::string known;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == name) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  throw UsageError(fmt::format("'{}' is not a command; the commands are {}", name, known));
}

// --help and --version also end up here.
ExitCode report_parse_result(const CLI::App& program, const CLI::ParseError& result) {
  if (result.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    const bool is_help = result.get_name() != "CallForVersion";
    const std::string text = is_help ? program.help() : std::string(result.what()) + "\n";
    return write_stdout({bytes_of(text)}) ? FileTrouble : Done;
  }
  print_error(fmt::format("rigy: {}\n", result.what()));
  print_error("Try 'rigy --help' or 'rigy COMMAND --help'.\n");
  return BadUsage;
}

ExitCode run(int argc, char** argv) {
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
  Action action;
  add_init_command(program, action);
  add_export_command(program, action);
  add_compile_command(program, action);
  add_check_command(program, action);
#ifdef RIGY_RENDER
  add_render_command(program, action);
#endif
  add_inspect_command(program, action);
  add_measure_command(program, action);
  add_lint_command(program, action);
  add_pose_command(program, action);
  add_explain_command(program, action);
  add_conform_command(program, action);
  add_verify_command(program, action);
  if (argc > 1 && argv[1][0] != '-') check_command_name(program, argv[1]);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& result) {
    return report_parse_result(program, result);
  }
  return action();
}

ExitCode run_guarded(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    print_error(fmt::format("rigy: {}\n", error.what()));
    return BadUsage;
  } catch (const FileTroubleError& error) {
    print_error(fmt::format("rigy: {}\n", error.what()));
  } catch (const std::exception& error) {
    print_error(fmt::format("rigy: {}\n", error.what()));
  }
  return FileTrouble;
}

}  // namespace
}  // namespace rigy::cli

int main(int argc, char** argv) { return rigy::cli::run_guarded(argc, argv); }

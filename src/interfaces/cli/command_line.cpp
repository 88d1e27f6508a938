#include "cli/command_line.hpp"

#include <cstddef>
#include <memory>
#include <optional>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/old_spellings.hpp"
#include "cli/output.hpp"
#include "cli/unknown_option.hpp"
#include "cli/version.hpp"
#include "diagnostics/suggestions.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* command_line_footer = R"(Examples:
  rigy init arm --template arm
  rigy export arm.rigy.yaml -o arm.glb
  rigy compile arm.rigy.yaml -o arm.glb
  rigy check assets
  rigy explain V11

'rigy help COMMAND' describes a command.)";

// What was chosen. The options must live until the action has run.
struct Choice {
  std::unique_ptr<Options> options;
  Action action;
};

// The parser would only say that it did not expect the word.
void check_command_name(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Command& command : commands()) known.push_back(command.name);
  known.emplace_back("help");
  ClosestWord closest(name);
  for (const std::string_view one : known) {
    if (one == name) return;
    closest.offer(one);
  }
  const std::string hint = closest.best().empty()
                               ? fmt::format("the commands are {}", fmt::join(known, ", "))
                               : fmt::format("did you mean '{}'?", closest.best());
  throw UsageError(fmt::format("'{}' is not a command; {}", name, hint));
}

// What the parser says about inputs is for programmers, and it takes an unknown option for one.
std::string reason_of(const Choice& choice, const CLI::ParseError& result,
                      const std::vector<std::string>& words) {
  std::string reason = result.what();
  if (choice.options == nullptr) return reason;
  if (std::optional<std::string> unknown = unknown_option(*choice.options, words)) return *unknown;
  if (!reason.starts_with("IN: At Most")) return reason;
  return fmt::format("{} takes one document, but there are several inputs",
                     choice.options->command_name());
}

// --help and --version also end up here.
ExitCode report_parse_result(const CLI::App& program, const Choice& choice,
                             const CLI::ParseError& result, const std::vector<std::string>& words) {
  if (result.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    const bool is_help = result.get_name() != "CallForVersion";
    print(is_help ? program.help() : std::string(result.what()) + "\n");
    return Done;
  }
  complain(reason_of(choice, result, words));
  print_error("Try 'rigy --help' or 'rigy COMMAND --help'.\n");
  return BadUsage;
}

// The same as --help, where others look for it.
Action add_help_command(Options& options) {
  options.footer("Examples:\n  rigy help\n  rigy help export");
  const auto name = std::make_shared<std::string>();
  options.text("COMMAND", *name, "", "The command (default: list all)");
  return [name] {
    return run_command_line(name->empty() ? std::vector<std::string>{"--help"}
                                          : std::vector<std::string>{*name, "--help"});
  };
}

void add_command(CLI::App& program, const Command& command, Choice& choice) {
  CLI::App& added =
      *program.add_subcommand(std::string(command.name), std::string(command.summary));
  added.preparse_callback([&added, &choice, add = command.add](std::size_t) {
    choice.options = std::make_unique<Options>(added);
    choice.action = add(*choice.options);
  });
}

constexpr Command help_command{"help", "Describe a command", add_help_command};

CommandDescription describe(const Command& command) {
  CLI::App app(std::string(command.summary), std::string(command.name));
  Options options(app);
  const Action action = command.add(options);  // owns what the options refer to
  return {std::string(command.name), std::string(command.summary), options.descriptions()};
}

}  // namespace

std::vector<CommandDescription> describe_commands() {
  std::vector<CommandDescription> all;
  for (const Command& command : commands()) all.push_back(describe(command));
  all.push_back(describe(help_command));
  return all;
}

ExitCode run_command_line(const std::vector<std::string>& given) {
  CLI::App program(
      "Compiles Rigy documents to canonical binary glTF, and exports them for other programs.",
      "rigy");
  bool is_verbose = false;
  CLI::Option* verbose =
      program.add_flag("--verbose", is_verbose, "With --version: also what it was built from");
  verbose->needs(program.set_version_flag(
      "--version", [verbose] { return verbose->count() > 0 ? long_version() : short_version(); }));
  program.require_subcommand(1);
  program.footer(command_line_footer);
  // A word that starts with a slash is a path.
  program.allow_windows_style_options(false);
  Choice choice;
  for (const Command& command : commands()) add_command(program, command, choice);
  add_command(program, help_command, choice);
  if (!given.empty() && !given[0].starts_with('-')) check_command_name(given[0]);
  const std::vector<std::string> words = with_new_spellings(given);
  try {
    // As the parser wants them.
    program.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& result) {
    return report_parse_result(program, choice, result, words);
  }
  return choice.action();
}

}  // namespace rigy::interfaces::cli

// rigy check: reports everything that compile would, without writing output.
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "cli/targets.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(Exit status: 0 all documents are valid, 1 a document was rejected, 2 invalid usage, 3 a file
could not be read.

Examples:
  rigy check arm.rigy.yaml
  rigy check assets/*.rigy.yaml --warn-as-error all
  rigy check house.rigy.yaml --param width=6 --param roof=flat
  rigy check arm.rigy.yaml --diagnostics sarif >arm.sarif
  rigy check - <arm.rigy.yaml)";

struct CheckArguments {
  DocumentOptions options;
  std::string report;
};

ExitCode run_check(CheckArguments& arguments) {
  DocumentOptions& options = arguments.options;
  complete(options);
  std::vector<DocumentJob> jobs;
  for (const std::string& input : options.inputs) jobs.push_back({input, {}});
  std::vector<SideFile> sides;
  if (!arguments.report.empty()) sides.push_back({"--report", arguments.report});
  check_not_input(jobs, options.lists, sides);
  RunOptions run_options;
  run_options.command = "check";
  run_options.report = arguments.report;
  run_options.success = "fine";
  return run_jobs(jobs, options, run_options);
}

}  // namespace

void add_check_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("check", "Check documents without writing anything");
  command.footer(help_footer);
  const auto arguments = std::make_shared<CheckArguments>();
  // Added only once the command is chosen: otherwise every start would pay for the options.
  command.preparse_callback([arguments, &command](std::size_t) {
    add_report_file_option(command, arguments->report);
    add_document_options(command, arguments->options);
  });
  command.callback(
      [arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace rigy::interfaces::cli

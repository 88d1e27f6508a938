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

namespace rigy::cli {
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

ExitCode run_check(DocumentOptions& options) {
  complete(options);
  std::vector<DocumentJob> jobs;
  for (const std::string& input : options.inputs) jobs.push_back({input, {}});
  RunOptions run_options;
  run_options.success = "fine";
  return run_jobs(jobs, options, run_options);
}

}  // namespace

void add_check_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("check", "Check documents without writing anything");
  command.footer(help_footer);
  const auto options = std::make_shared<DocumentOptions>();
  // Added only once the command is chosen: otherwise every start would pay for the options.
  command.preparse_callback(
      [options, &command](std::size_t) { add_document_options(command, *options); });
  command.callback([options, &action] { action = [options] { return run_check(*options); }; });
}

}  // namespace rigy::cli

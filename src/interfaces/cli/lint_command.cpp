// rigy lint: mistakes that the language allows.
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "rigy/lint.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(Looks at the rest shape, or with --pose or --all-poses at poses. 'rigy explain L01' describes a rule;
docs/lint.md lists them all, with their thresholds. A comment allows a finding in place:

  - {id: moon, type: sphere, dimensions: {radius: 1}}  # rigy-lint: allow L01

Exit status: 0 no findings, 1 findings, or the document was rejected, 2 invalid usage, 3 a file could
not be read.

Examples:
  rigy lint lamp.rigy.yaml
  rigy lint lamp.rigy.yaml --all-poses --allow L05,L06
  rigy lint lamp.rigy.yaml --format sarif >lamp.sarif)";

struct LintArguments {
  DocumentOptions documents;
  LintOptions lint;
};

void check_allowed(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    if (id.starts_with('L') && find_diagnostic(id) != nullptr) continue;
    throw UsageError(fmt::format("--allow: '{}' is not a rule; docs/lint.md lists the rules", id));
  }
}

LintOptions lint_options(const LintArguments& arguments) {
  LintOptions options = arguments.lint;
  check_allowed(options.allowed);
  if (!options.pose.empty() && options.all_poses) {
    throw UsageError("--pose and --all-poses cannot be used together");
  }
  take_analysis_options(arguments.documents, options);
  return options;
}

ExitCode run_lint(LintArguments& arguments) {
  complete(arguments.documents);
  if (arguments.documents.inputs.size() > 1) {
    throw UsageError("rigy lint takes one document, but there are several inputs");
  }
  const LintOptions options = lint_options(arguments);
  const DocumentWriter writer = [&](const std::string& entry, FileReader& files) {
    LintResult result = lint(entry, files, options);
    WrittenDocument written;
    written.report = std::move(result.report);
    written.files = std::move(result.files);
    written.timings = std::move(result.timings);
    written.entry_unreadable = result.entry_unreadable;
    written.is_scene = result.is_scene;
    written.pose = options.pose;
    written.param_faults = std::move(result.param_faults);
    written.is_failure = result.findings > 0;
    return written;
  };
  return run_writer({arguments.documents.inputs.front(), ""}, arguments.documents, writer);
}

void add_options(CLI::App& command, LintArguments& arguments) {
  add_input_option(command, arguments.documents);
  add_text_option(command, "--pose", arguments.lint.pose, "Look at this pose")->type_name("ID");
  command.add_flag("--all-poses", arguments.lint.all_poses, "Look at the rest shape and all poses");
  command.add_option("--allow", arguments.lint.allowed, "Do not apply these rules: L03,L05")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("IDS");
  add_reading_options(command, arguments.documents);
  add_report_options(command, arguments.documents, "--format");
}

}  // namespace

void add_lint_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("lint", "Find parts that float, flicker or tear, and other mistakes");
  command.footer(help_footer);
  const auto arguments = std::make_shared<LintArguments>();
  // Added only once the command is chosen: otherwise every start would pay for the options.
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback([arguments, &action] { action = [arguments] { return run_lint(*arguments); }; });
}

}  // namespace rigy::interfaces::cli

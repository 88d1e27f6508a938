// rigy lint: mistakes that the language allows.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "cli/targets.hpp"
#include "rigy/lint.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* lint_footer =
    R"(Examines the rest shape or, with --pose or --all-poses, poses; of a motion also its clips. 'rigy explain
L01' describes a rule; docs/lint.md lists all rules with their thresholds. A comment allows a finding in
place:

  - {id: moon, type: sphere, dimensions: {radius: 1}}  # rigy-lint: allow L01

Exit status: 0 no findings, 1 findings, or a document was rejected, 2 invalid usage, 3 a file could
not be read.

Examples:
  rigy lint lamp.rigy.yaml
  rigy lint lamp.rigy.yaml --all-poses --allow L05,L06
  rigy lint walk.rigm.yaml --clip walk
  rigy lint assets --diagnostics sarif >assets.sarif)";

struct LintArguments {
  DocumentOptions documents;
  LintOptions lint;
  std::string report;
};

void check_allowed(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    if (id.starts_with('L') && find_diagnostic(id) != nullptr) continue;
    throw UsageError(fmt::format("--allow: '{}' is not a rule; docs/lint.md lists the rules", id));
  }
}

void check_arguments(const LintArguments& arguments) {
  check_allowed(arguments.lint.allowed);
  if (!arguments.lint.pose.empty() && arguments.lint.all_poses) {
    throw UsageError("--pose and --all-poses cannot be used together");
  }
  if (!arguments.lint.clip.empty() && (!arguments.lint.pose.empty() || arguments.lint.all_poses)) {
    throw UsageError("use either --clip or poses");
  }
}

ExitCode run_lint(LintArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete(documents);
  check_arguments(arguments);
  Run run;
  run.command = "lint";
  run.success = "without findings";
  run.failure = "with findings";
  run.report = arguments.report;
  run.pose = arguments.lint.pose;
  run.operation = [&arguments](const DocumentInput& input) {
    LintOptions options = arguments.lint;
    options.analysis = input.analysis;
    LintResult linted = lint(input.entry, input.files, options);
    const bool has_findings = linted.findings > 0;
    return Product{.outcome = std::move(linted), .is_failure = has_findings};
  };
  return run_jobs(jobs_without_output(documents, arguments.report), documents, run);
}

}  // namespace

Action add_lint_command(Options& options) {
  options.footer(lint_footer);
  const auto arguments = std::make_shared<LintArguments>();
  LintOptions& lint = arguments->lint;
  add_inputs(options, arguments->documents);
  options.text("--pose", lint.pose, "ID", "Examine this pose");
  options.text("--clip", lint.clip, "ID", "Examine this clip of a motion (default: all clips)");
  options.flag("--all-poses", lint.all_poses, "Examine the rest shape and all poses");
  options.list("--allow", lint.allowed, "IDS", "Do not apply these rules: L03,L05");
  add_report_file_option(options, arguments->report);
  add_common_options(options, arguments->documents);
  return [arguments] { return run_lint(*arguments); };
}

}  // namespace rigy::interfaces::cli

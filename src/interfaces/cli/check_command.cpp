// rigy check: reports everything that compile would, without writing output; or fixes it.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "cli/targets.hpp"
#include "format/line_diff.hpp"
#include "rigy/fix.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* check_footer =
    R"(--fix corrects mistakes that have only one possible correction, and reports the rest. Everything else
stays as written. Fixes that you should review are listed with the reason; --unsafe-fixes applies them,
too. With --diff, both only show the changes.

Exit status: 0 all documents are valid, 1 a document was rejected, 2 invalid usage, 3 a file
could not be read or written.

Examples:
  rigy check arm.rigy.yaml
  rigy check assets --warn-as-error all
  rigy check house.rigy.yaml --param width=6 --param roof=flat
  rigy check assets --fix
  rigy check arm.rigy.yaml --unsafe-fixes --diff
  rigy check arm.rigy.yaml --diagnostics sarif >arm.sarif
  rigy check - <arm.rigy.yaml)";

struct CheckArguments {
  DocumentOptions documents;
  CanonicalOptions canonical;
  std::string report;
  bool fix = false;
  bool unsafe_fixes = false;
  bool diff = false;

  [[nodiscard]] bool fixes() const { return fix || unsafe_fixes || diff; }
};

std::string count_text(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// What was fixed, and what was not and why.
std::string note_of(const FixResult& result, bool diff) {
  std::string note;
  if (result.applied > 0) {
    note += fmt::format("{} {} in {}\n", diff ? "would fix" : "fixed",
                        count_text(result.applied, "finding"),
                        count_text(result.changed.size(), "file"));
  }
  if (result.left.empty()) return note;
  note += fmt::format("left {}; --unsafe-fixes applies what can be:\n",
                      result.left.size() == 1 ? "1 unsafe fix"
                                              : fmt::format("{} unsafe fixes", result.left.size()));
  for (const LeftFix& one : result.left) {
    note += fmt::format("  {}:{}:{} {}: {} ({})\n", terminal_text(one.place.file),
                        one.place.start.line, one.place.start.column, one.id,
                        terminal_text(one.title), terminal_text(one.reason));
  }
  return note;
}

Product fix_document(const CheckArguments& arguments, const DocumentInput& input) {
  FixOptions options;
  options.compile = arguments.canonical.compile;
  options.compile.analysis = input.analysis;
  options.with_unsafe = arguments.unsafe_fixes;
  FixResult result = fix(input.entry, input.files, options);
  Product product;
  product.fixes = std::move(result.fixes);
  product.note = note_of(result, arguments.diff);
  std::string shown;
  for (FixedFile& file : result.changed) {
    if (arguments.diff) {
      shown += line_diff(file.name, file.before, file.after);
    } else {
      product.outputs.push_back({file.name, std::move(file.after), {}, true});
    }
  }
  if (!shown.empty()) product.outputs.push_back({"-", std::move(shown), {}, true});
  product.outcome = std::move(result);
  // The documents are the output, and may be replaced.
  if (!arguments.diff) product.outcome.files.clear();
  return product;
}

void check_fix_options(const CheckArguments& arguments) {
  const std::vector<std::string>& inputs = arguments.documents.inputs;
  const bool reads_stdin = std::find(inputs.begin(), inputs.end(), "-") != inputs.end();
  if (arguments.fixes() && !arguments.diff && reads_stdin) {
    throw UsageError("--fix needs files, not standard input; --diff shows the fixes");
  }
  if (arguments.diff && !arguments.documents.is_for_people()) {
    throw UsageError("--diff prints changes; leave out --diagnostics, or --diff");
  }
}

ExitCode run_check(CheckArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  check_canonical_options(arguments.canonical);
  complete(documents);
  check_fix_options(arguments);
  // Documents may share a file that is fixed.
  if (arguments.fixes()) documents.jobs = 1;
  Run run;
  run.command = "check";
  run.success = "fine";
  run.report = arguments.report;
  run.pose = arguments.canonical.compile.pose;
  run.operation = [&arguments](const DocumentInput& input) {
    if (arguments.fixes()) return fix_document(arguments, input);
    CompileOptions options = arguments.canonical.compile;
    options.analysis = input.analysis;
    return Product{check(input.entry, input.files, options)};
  };
  return run_jobs(jobs_without_output(documents, arguments.report), documents, run);
}

}  // namespace

Action add_check_command(Options& options) {
  options.footer(check_footer);
  const auto arguments = std::make_shared<CheckArguments>();
  add_inputs(options, arguments->documents);
  options.flag("--fix", arguments->fix, "Apply the safe fixes to the documents");
  options.flag("--unsafe-fixes", arguments->unsafe_fixes,
               "Apply all fixes, including those that you should review");
  options.flag("--diff", arguments->diff, "Write nothing; print what the fixes would change");
  add_report_file_option(options, arguments->report);
  add_canonical_options(options, arguments->canonical);
  add_common_options(options, arguments->documents);
  return [arguments] { return run_check(*arguments); };
}

}  // namespace rigy::interfaces::cli

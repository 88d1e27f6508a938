// rigy check: reports everything that compile would, without writing output.
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "cli/targets.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(Exit status: 0 all documents are valid, 1 a document was rejected, 2 invalid usage, 3 a file
could not be read.

Examples:
  rigy check arm.rigy.yaml
  rigy check assets --warn-as-error all
  rigy check house.rigy.yaml --param width=6 --param roof=flat
  rigy check arm.rigy.yaml --diagnostics sarif >arm.sarif
  rigy check - <arm.rigy.yaml)";

struct CheckArguments {
  DocumentOptions documents;
  CanonicalOptions canonical;
  std::string report;
};

ExitCode run_check(CheckArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  check_canonical_options(arguments.canonical);
  complete(documents);
  Run run;
  run.command = "check";
  run.success = "fine";
  run.report = arguments.report;
  run.pose = arguments.canonical.compile.pose;
  run.operation = [&arguments](const DocumentInput& input) {
    CompileOptions options = arguments.canonical.compile;
    options.analysis = input.analysis;
    return Product{check(input.entry, input.files, options)};
  };
  return run_jobs(jobs_without_output(documents, arguments.report), documents, run);
}

}  // namespace

Action add_check_command(Options& options) {
  options.footer(help_footer);
  const auto arguments = std::make_shared<CheckArguments>();
  add_inputs(options, arguments->documents);
  add_report_file_option(options, arguments->report);
  add_canonical_options(options, arguments->canonical);
  add_common_options(options, arguments->documents);
  return [arguments] { return run_check(*arguments); };
}

}  // namespace rigy::interfaces::cli

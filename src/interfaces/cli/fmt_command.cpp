// rigy fmt: documents in the one style.
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/edited_files.hpp"
#include "cli/engine.hpp"
#include "format/line_diff.hpp"
#include "rigy/format.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* fmt_footer =
    R"(Formats assets, scenes, contracts, motions and weight files in one style, which docs/format.md
describes. Comments stay with their keys, numbers stay as written, and neither the compiled bytes nor
the diagnostics change. Text that is not YAML is rejected with its mistakes; other mistakes do not
matter here. JSON stays JSON. A document with the comment "# rigy-fmt: off" above its first key stays
unchanged.

A single document is printed unless --in-place or -o is given.

Exit status: 0 success, 1 a document is not YAML or, with --check, not formatted, 2 invalid usage,
3 a file could not be read or written.

Examples:
  rigy fmt lamp.rigy.yaml --diff
  rigy fmt assets --in-place
  rigy fmt assets --check
  rigy fmt - <lamp.rigy.yaml >formatted.rigy.yaml)";

struct FmtArguments {
  DocumentOptions documents;
  std::string output;
  bool check = false;
  bool diff = false;
  bool in_place = false;

  [[nodiscard]] bool only_shows() const { return check || diff; }
};

void check_arguments(const FmtArguments& arguments) {
  const std::vector<std::string>& inputs = arguments.documents.inputs;
  const bool has_target = arguments.in_place || !arguments.output.empty();
  if (has_target && arguments.only_shows()) {
    throw UsageError("--check and --diff write nothing; leave out --in-place and -o");
  }
  if (arguments.in_place && !arguments.output.empty()) {
    throw UsageError("--in-place and -o cannot be used together");
  }
  if (inputs.size() > 1 && !arguments.in_place && !arguments.only_shows()) {
    throw UsageError("there are several documents; use --in-place, --check or --diff");
  }
  for (const std::string& input : inputs) {
    if (input == "-" && arguments.in_place) {
      throw UsageError("--in-place needs a file, not standard input");
    }
  }
}

std::vector<DocumentJob> jobs_of(const FmtArguments& arguments) {
  std::vector<DocumentJob> jobs;
  for (const std::string& input : arguments.documents.inputs) {
    const bool is_printed = arguments.only_shows() || arguments.output.empty();
    jobs.push_back({input, arguments.in_place ? input : is_printed ? "-" : arguments.output});
  }
  return jobs;
}

Product make_product(const FmtArguments& arguments, const DocumentInput& input) {
  EditedFiles kept(input.files);
  FormatOptions options;
  options.analysis = input.analysis;
  FormatResult formatted = format(input.entry, kept, options);
  const std::string text = std::move(formatted.text);
  const bool is_changed = formatted.is_changed;
  const std::string name = formatted.files.front();
  // The document is the output, and may be replaced.
  if (arguments.in_place) formatted.files.clear();
  Product product{std::move(formatted)};
  if (arguments.only_shows()) {
    if (!is_changed) return product;
    product.outputs.push_back(
        {"-", arguments.diff ? line_diff(name, kept.text(), text) : name + "\n"});
    product.is_failure = arguments.check;
  } else if (is_changed || !arguments.in_place) {
    product.outputs.push_back({input.job.output, text});
  }
  return product;
}

ExitCode run_fmt(FmtArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  documents.takes_every_kind = true;
  complete(documents);
  check_arguments(arguments);
  Run run;
  run.command = "fmt";
  run.success = arguments.check ? "in the style" : "formatted";
  run.failure = "not in the style";
  run.separates = false;
  run.operation = [&](const DocumentInput& input) { return make_product(arguments, input); };
  return run_jobs(jobs_of(arguments), documents, run);
}

}  // namespace

Action add_fmt_command(Options& options) {
  options.footer(fmt_footer);
  const auto arguments = std::make_shared<FmtArguments>();
  add_inputs(options, arguments->documents);
  options.flag("--check", arguments->check,
               "Write nothing; list the documents that are not formatted");
  options.flag("--diff", arguments->diff, "Write nothing; print what would change");
  options.flag("-i,--in-place", arguments->in_place, "Replace the documents");
  options.text("-o,--output", arguments->output, "OUT", "Write the document to this file");
  add_diagnostics_option(options, arguments->documents);
  add_color_option(options, arguments->documents.color);
  add_jobs_option(options, arguments->documents.jobs);
  return [arguments] { return run_fmt(*arguments); };
}

}  // namespace rigy::interfaces::cli

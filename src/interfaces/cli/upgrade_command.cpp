// rigy upgrade: a document for a newer version of the language.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/edited_files.hpp"
#include "cli/engine.hpp"
#include "cli/output.hpp"
#include "format/line_diff.hpp"
#include "rigy/upgrade.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* upgrade_footer =
    R"(Changes the version, rewrites whatever the new version rejects, and leaves everything else as written.
Prints what changes in the output; the geometry never does. A document that cannot be valid in the new
version is left unchanged, and the reasons are printed.

The new text is printed unless --in-place or -o is given.

Exit status: 0 success, 1 the document was rejected, in its own version or in the new one, 2 invalid
usage, 3 a file could not be read or written.

Examples:
  rigy upgrade lamp.rigy.yaml --diff
  rigy upgrade lamp.rigy.yaml --to 0.12 --in-place)";

struct UpgradeArguments {
  DocumentOptions documents;
  UpgradeOptions upgrade;
  std::string output;
  bool diff = false;
  bool in_place = false;
};

void check_arguments(const UpgradeArguments& arguments) {
  const int targets = static_cast<int>(arguments.diff) + static_cast<int>(arguments.in_place) +
                      static_cast<int>(!arguments.output.empty());
  if (targets > 1) throw UsageError("use only one of --diff, --in-place and -o");
  if (arguments.in_place && arguments.documents.inputs.front() == "-") {
    throw UsageError("--in-place needs a file, not standard input");
  }
}

Product make_product(const UpgradeArguments& arguments, const DocumentInput& input,
                     std::vector<std::string>& notes) {
  EditedFiles kept(input.files);
  UpgradeOptions options = arguments.upgrade;
  options.analysis = input.analysis;
  UpgradeResult upgraded = upgrade(input.entry, kept, options);
  notes = std::move(upgraded.notes);
  const std::string text = std::move(upgraded.text);
  const bool is_changed = upgraded.is_changed;
  const std::string name = upgraded.files.front();
  // The document is the output, and may be replaced.
  if (arguments.in_place) upgraded.files.clear();
  Product product{std::move(upgraded)};
  if (arguments.diff) {
    if (is_changed) product.outputs.push_back({"-", line_diff(name, kept.text(), text)});
  } else if (is_changed || !arguments.in_place) {
    product.outputs.push_back({input.job.output, text});
  }
  return product;
}

ExitCode run_upgrade(UpgradeArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete_one(documents, "upgrade");
  check_arguments(arguments);
  std::vector<std::string> notes;
  Run run;
  run.command = "upgrade";
  run.operation = [&](const DocumentInput& input) { return make_product(arguments, input, notes); };
  const std::string& input = documents.inputs.front();
  const std::string output = arguments.in_place         ? input
                             : arguments.output.empty() ? "-"
                                                        : arguments.output;
  const ExitCode code = run_jobs({{input, output}}, documents, run);
  for (const std::string& note : notes) print_error(fmt::format("rigy: {}\n", note));
  return code;
}

}  // namespace

Action add_upgrade_command(Options& options) {
  options.footer(upgrade_footer);
  const auto arguments = std::make_shared<UpgradeArguments>();
  add_one_input(options, arguments->documents);
  options.text("--to", arguments->upgrade.to, "VERSION",
               "The version to upgrade to (default: the newest)");
  options.flag("--diff", arguments->diff, "Write nothing; print what would change");
  options.flag("-i,--in-place", arguments->in_place, "Replace the document");
  options.text("-o,--output", arguments->output, "OUT", "Write the document to this file");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_upgrade(*arguments); };
}

}  // namespace rigy::interfaces::cli

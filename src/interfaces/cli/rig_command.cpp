// rigy rig: a skeleton of a usual kind, fitted to a document.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/edited_files.hpp"
#include "cli/engine.hpp"
#include "library/with_memory.hpp"
#include "rigy/rigging.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* rig_footer =
    R"(Prints an entry for the list 'armatures': a common skeleton, fitted to the bounding box of the document,
with legs where the shapes near the ground are. Use it as a draft: move the bones to the joints, then
compute weights (rigy weights). The document faces -z, with its left at -x. If it has symmetry, only bones
of the left side are written.

Exit status: 0 success, 1 the document was rejected, 2 invalid usage, 3 a file could not be read or
written.

Examples:
  rigy rig fox.rigy.yaml --kind quadruped
  rigy rig fox.rigy.yaml --kind quadruped --write && rigy weights fox.rigy.yaml --write)";

struct RigArguments {
  DocumentOptions documents;
  std::string kind;
  bool write = false;
};

Product make_product(const RigArguments& arguments, const DocumentInput& input) {
  EditedFiles files(input.files);
  const Analysis analysis = analyze(input.entry, files, input.analysis);
  Product product{analysis};
  if (!analysis.ok()) return product;
  const MadeArmature armature = make_armature(analysis, arguments.kind);
  product.outcome.option_faults = armature.faults;
  if (!armature.faults.empty()) return product;
  if (!arguments.write) {
    product.outputs.push_back({"-", armature_entry(armature, 2)});
    return product;
  }
  const std::optional<std::string> text = with_armature(files.text(), armature);
  if (text) files.replace(*text);
  if (!text || !with_memory(analyze(input.entry, files)).ok()) {
    product.outcome.option_faults.emplace_back(
        "--write: the text has no place for the armature; leave out --write and paste what is "
        "printed");
    return product;
  }
  product.outcome.files.clear();  // the document is the output, and may be replaced
  product.outputs.push_back({input.job.output, *text});
  return product;
}

ExitCode run_rig(RigArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete_one(documents, "rig");
  const std::string& input = documents.inputs.front();
  if (arguments.write && input == "-") {
    throw UsageError("--write needs a file, not standard input");
  }
  Run run;
  run.command = "rig";
  run.operation = [&](const DocumentInput& one) { return make_product(arguments, one); };
  return run_jobs({{input, arguments.write ? input : "-"}}, documents, run);
}

}  // namespace

Action add_rig_command(Options& options) {
  options.footer(rig_footer);
  const auto arguments = std::make_shared<RigArguments>();
  add_one_input(options, arguments->documents);
  std::vector<std::string> kinds;
  for (const std::string_view kind : rig_kinds()) kinds.emplace_back(kind);
  options.word("--kind", arguments->kind, kinds, "The kind of skeleton").required();
  options.flag("--write", arguments->write, "Insert the entry into the document");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_rig(*arguments); };
}

}  // namespace rigy::interfaces::cli

// rigy inspect: what a document is, in numbers.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "cli/moment_options.hpp"
#include "cli/targets.hpp"
#include "platform/program.hpp"
#include "rigy/inspect.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* inspect_footer =
    R"(Everything is measured at rest or in the pose, in meters, in the space of the output. IDS are ids of
primitives, meshes and instances, with as much of the path as necessary: head, body.head, car.body.head.

Intent checks are the entries of geometry_checks.alignment in the document: normal_parallel,
point_on_line, coplanar, touching, above, inside, distance, symmetric.

Without -o and --out-dir, inspections are printed one after the other. JSON for several documents is an
array; for a rejected document it has the diagnostics.

Exit status: 0 success, 1 a document was rejected, or with --fail-on-intent a check does not pass or
cannot be evaluated, 2 invalid usage, 3 a file could not be read or written.

Examples:
  rigy inspect arm.rigy.yaml
  rigy inspect house.rigy.yaml --primitive roof,chimney --pairwise-gaps
  rigy inspect house.rigy.yaml --param width=6 --fail-on-intent
  rigy inspect arm.rigy.yaml --pose bent
  rigy inspect walk.rigm.yaml --clip walk --at 0.25
  rigy inspect car.rigs.yaml --format json -o car.json
  rigy inspect assets --format json --out-dir numbers
  rigy inspect arm.rigy.yaml --format json | jq '.armatures[].bones[] | {id, length}')";

struct InspectArguments {
  DocumentOptions documents;
  OutputOptions outputs;
  bool json = false;
  bool fail_on_intent = false;
  InspectOptions inspect;
  MomentOptions moment;
};

// Colors are for people at a terminal, not for files.
bool wants_color(const InspectArguments& arguments, const std::string& output) {
  const ColorChoice choice = arguments.documents.color;
  if (choice == ColorChoice::Auto && output != "-") return false;
  return wants_color(choice, platform::standard_output);
}

Product inspect_document(const InspectArguments& arguments, const DocumentInput& input) {
  InspectOptions options = arguments.inspect;
  options.intent_checks = options.intent_checks || arguments.fail_on_intent;
  const std::string bone_map = options.analysis.bone_map;
  options.analysis = input.analysis;
  options.analysis.bone_map = bone_map;
  options.analysis.find_bone_map = options.humanoid;
  InspectResult inspected = inspect(input.entry, input.files, options);
  const std::optional<Inspection> inspection = std::move(inspected.inspection);
  Product product{std::move(inspected)};
  if (!inspection) return product;
  const std::string& output = input.job.output;
  product.outputs.push_back(
      {output, arguments.json ? inspection_json(*inspection)
                              : inspection_text(*inspection, wants_color(arguments, output))});
  product.is_failure = arguments.fail_on_intent && !intent_holds(*inspection);
  return product;
}

ExitCode run_inspect(InspectArguments& arguments, const Options& options) {
  DocumentOptions& documents = arguments.documents;
  // Then standard output has JSON, whether a document is accepted or not.
  if (arguments.json && !documents.diagnostics) documents.diagnostics = DiagnosticsFormat::Json;
  complete(documents);
  arguments.inspect.pose = pose_of(arguments.moment);
  const ResultKind kind{.command = "inspect",
                        .noun = "inspection",
                        .extension = arguments.json ? ".json" : ".txt",
                        .unnamed = Unnamed::StandardOutput,
                        .is_text = true,
                        .is_json = arguments.json};
  const std::vector<DocumentJob> jobs = plan_jobs(documents, arguments.outputs, kind);
  prepare_outputs(jobs, documents, arguments.outputs, kind);
  Run run = begin_run(options, documents, arguments.outputs);
  run.success = "inspected";
  run.failure = "not as intended";
  run.prints_json = arguments.json;
  run.pose = arguments.inspect.pose;
  run.operation = [&arguments](const DocumentInput& input) {
    return inspect_document(arguments, input);
  };
  return run_jobs(jobs, documents, run);
}

}  // namespace

Action add_inspect_command(Options& options) {
  options.footer(inspect_footer);
  const auto arguments = std::make_shared<InspectArguments>();
  InspectOptions& inspect = arguments->inspect;
  add_inputs(options, arguments->documents);
  add_output_options(options, arguments->outputs);
  options.choice<bool>("--format", arguments->json, {{"text", false}, {"json", true}},
                       "Text for people (default), or JSON for programs");
  options.list("--primitive", inspect.primitives, "IDS",
               "List only these primitives; can be repeated");
  add_moment_options(options, arguments->moment, "look at");
  options.flag("--pairwise-gaps", inspect.pairwise_gaps,
               "Also list the gaps between the boxes of all pairs of these primitives");
  options.flag("--intent-checks", inspect.intent_checks,
               "Also evaluate the checks of geometry_checks.alignment");
  options.flag("--fail-on-intent", arguments->fail_on_intent,
               "The same, and exit with 1 unless all of them pass");
  options.flag("--humanoid", inspect.humanoid,
               "Also list the bones of a person that are recognized, and those that are missing");
  options.text("--bone-map", inspect.analysis.bone_map, "FILE",
               "Bone map for bones that --humanoid does not recognize (default: NAME.bones.yaml, "
               "if it exists)");
  options.flag("--expanded", inspect.expanded, "Also show the document after preprocessing");
  add_common_options(options, arguments->documents);
  return [arguments, &options] { return run_inspect(*arguments, options); };
}

}  // namespace rigy::interfaces::cli

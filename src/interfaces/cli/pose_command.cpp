// rigy pose: turns of bones as an entry of `poses`.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/edited_files.hpp"
#include "cli/engine.hpp"
#include "cli/entry_files.hpp"
#include "rigy/posing.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(A turn is BONE:AXIS:ANGLE, the angle in degrees (70deg) or radians (1.2rad). Parents turn first,
whatever the order of the options; then a bone turns about the asset's axis, which does not turn with
the parent, around its own head, and takes its children along. Turns of one bone follow each other in
the order given.

The entry lists every bone with its world transform, unturned ones at rest. Without --write it is
printed, indented for a list under 'poses:'.

Exit status: 0 success, 1 the document was rejected, 2 invalid usage, 3 a file could not be read or
written.

Examples:
  rigy pose arm.rigy.yaml --turn elbow:z:70deg
  rigy pose arm.rigy.yaml --turn shoulder:x:-30deg --turn elbow:z:70deg --id reach --write)";

struct PoseArguments {
  DocumentOptions documents;
  std::vector<std::string> turns;
  std::string id;
  bool write = false;
};

BoneTurn parse_turn(const std::string& text) {
  if (std::optional<BoneTurn> turn = turn_named(text)) return *turn;
  const std::size_t before_angle = text.rfind(':');
  const std::string angle = before_angle == std::string::npos ? "" : text.substr(before_angle + 1);
  // A number without its unit is the likely slip.
  if (turn_named("bone:x:" + angle + "deg")) {
    throw UsageError(fmt::format("--turn: the angle of '{}' has no unit; write {}deg or {}rad",
                                 text, angle, angle));
  }
  throw UsageError(fmt::format(
      "--turn: '{}' is not BONE:AXIS:ANGLE, for example elbow:z:70deg or elbow:z:1.2rad", text));
}

// The text with the pose, once it has been read again; a fault if there is no place for it.
std::string inserted(const std::string& entry, EditedFiles& files, const MadePose& pose,
                     std::vector<std::string>& faults) {
  if (std::optional<std::string> text = with_pose(files.text(), pose)) {
    files.replace(std::move(*text));
    const Analysis again = analyze(entry, files);
    // The pose is there if its id is taken now.
    if (again.report.ok() && !make_pose(again, {}, pose.id).faults.empty()) return files.text();
  }
  faults.emplace_back(
      "--write: the text has no place for the entry; leave out --write and paste what is printed");
  return {};
}

Product make_product(const PoseArguments& arguments, const std::vector<BoneTurn>& turns,
                     const DocumentInput& input) {
  EditedFiles kept(input.files);
  Analysis analysis = analyze(input.entry, kept, input.analysis);
  std::string text;
  if (analysis.ok()) {
    MadePose pose = make_pose(analysis, turns, arguments.id);
    analysis.option_faults = std::move(pose.faults);
    if (analysis.ok()) {
      text = arguments.write ? inserted(input.entry, kept, pose, analysis.option_faults)
                             : pose_entry(pose, 2);
    }
  }
  // The document is the output, and may be replaced.
  if (arguments.write) analysis.files.clear();
  Product product{std::move(analysis)};
  product.outputs.push_back({input.job.output, std::move(text)});
  return product;
}

void check_write(const PoseArguments& arguments) {
  if (!arguments.write) return;
  if (arguments.documents.inputs.front() == "-") {
    throw UsageError("--write needs a file, not standard input");
  }
  if (!arguments.documents.params.empty()) {
    throw UsageError(
        "--write and --param cannot be used together: the pose would not fit the document");
  }
}

ExitCode run_pose(PoseArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete_one(documents, "pose");
  check_write(arguments);
  std::vector<BoneTurn> turns;
  for (const std::string& turn : arguments.turns) turns.push_back(parse_turn(turn));
  Run run;
  run.command = "pose";
  run.operation = [&](const DocumentInput& input) { return make_product(arguments, turns, input); };
  const std::string& input = documents.inputs.front();
  return run_jobs({{input, arguments.write ? input : "-"}}, documents, run);
}

}  // namespace

Action add_pose_command(Options& options) {
  options.footer(help_footer);
  const auto arguments = std::make_shared<PoseArguments>();
  add_one_input(options, arguments->documents);
  options.repeated("--turn", arguments->turns, "BONE:AXIS:ANGLE", "Turn a bone; can be repeated")
      .required();
  options.text("--id", arguments->id, "NAME", "The id of the pose (default: pose, pose_2, ...)");
  options.flag("--write", arguments->write, "Insert the entry into the document");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_pose(*arguments); };
}

}  // namespace rigy::interfaces::cli

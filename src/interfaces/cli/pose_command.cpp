// rigy pose: turns of bones as an entry of `poses`.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/edited_files.hpp"
#include "cli/engine.hpp"
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

A motion has poses already: --pose NAME makes one of them, or a moment of a clip (walk@0.25), an entry
of the asset's 'poses', and --write inserts it into the asset.

Examples:
  rigy pose walk.rigm.yaml --pose contact --write
  rigy pose arm.rigy.yaml --turn elbow:z:70deg
  rigy pose arm.rigy.yaml --turn shoulder:x:-30deg --turn elbow:z:70deg --id reach --write)";

struct PoseArguments {
  DocumentOptions documents;
  std::vector<std::string> turns;
  std::string id;
  std::string pose;  // of a motion
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

// The asset of a motion, with the pose of the motion in place or to be printed.
Product make_motion_product(const PoseArguments& arguments, const DocumentInput& input) {
  Analysis analysis = analyze(input.entry, input.files, input.analysis);
  Product product;
  if (analysis.ok() && !analysis.is_motion) {
    analysis.option_faults.emplace_back(
        "--pose needs a motion (.rigm.yaml); use --turn for assets");
  }
  if (analysis.ok()) {
    MadePose pose = make_motion_pose(analysis, arguments.pose, arguments.id);
    analysis.option_faults = std::move(pose.faults);
    if (analysis.ok() && arguments.write) {
      const Source& asset = *analysis.assembly->assembly.root()->source;
      EditedFiles files(input.files);
      files.keep(asset.text);
      product.outputs.push_back(
          {asset.name, inserted(asset.name, files, pose, analysis.option_faults)});
    } else if (analysis.ok()) {
      product.outputs.push_back({input.job.output, pose_entry(pose, 2)});
    }
  }
  if (arguments.write) analysis.files.clear();
  product.outcome = std::move(analysis);
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
  if (arguments.turns.empty() && arguments.pose.empty()) {
    throw UsageError("--turn is required");
  }
  std::vector<BoneTurn> turns;
  for (const std::string& turn : arguments.turns) turns.push_back(parse_turn(turn));
  Run run;
  run.command = "pose";
  run.operation = [&](const DocumentInput& input) {
    return arguments.pose.empty() ? make_product(arguments, turns, input)
                                  : make_motion_product(arguments, input);
  };
  const std::string& input = documents.inputs.front();
  return run_jobs({{input, arguments.write ? input : "-"}}, documents, run);
}

}  // namespace

Action add_pose_command(Options& options) {
  options.footer(help_footer);
  const auto arguments = std::make_shared<PoseArguments>();
  add_one_input(options, arguments->documents);
  const AddedOption turn = options.repeated("--turn", arguments->turns, "BONE:AXIS:ANGLE",
                                            "Turn a bone; can be repeated");
  options.text("--pose", arguments->pose, "NAME", "Take a pose of a motion").excludes(turn);
  options.text("--id", arguments->id, "NAME", "The id of the pose (default: pose, pose_2, ...)");
  options.flag("--write", arguments->write, "Insert the entry into the document");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_pose(*arguments); };
}

}  // namespace rigy::interfaces::cli

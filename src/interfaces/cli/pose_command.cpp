// rigy pose: turns, moves and reaches of bones as an entry of `poses`.
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
#include "cli/output.hpp"
#include "cli/pose_picture.hpp"
#include "library/with_memory.hpp"
#include "rigy/posing.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* pose_footer =
    R"(A turn is BONE:AXIS:ANGLE, the angle in degrees (70deg) or radians (1.2rad), around the bone's head. A
move is BONE:X,Y,Z in meters. Parents turn and move first, whatever the order of the options, and carry
their children along; steps of the same bone are applied in order. Then bones reach, in the order
given: BONE:X,Y,Z brings the tail of the bone to a point of the asset by turning it and its parent.
:bones=3 turns more bones, :pole=0,0,-1 is the direction in which two bones bend.

--axes says what x, y and z mean in turns and moves:
  asset   the axes of the asset, which do not turn with parents: for a final orientation
  parent  the same axes, carried along by the parents: for joints, such as a knee
  bone    the bone's own axes, +y from head to tail: to twist, or to slide along a bone

The entry lists every bone with its transform in the asset; bones that were not turned are at rest.
Without --write it is printed, indented for a list under 'poses:'.

Exit status: 0 success, 1 the document was rejected, 2 invalid usage, 3 a file could not be read or
written.

If IN is a motion, --pose NAME starts from one of its poses, or from a moment of a clip (walk@0.25), and
the entry gets its name. The entry is for the asset: --write inserts it there.

Examples:
  rigy pose walk.rigm.yaml --pose contact --write
  rigy pose arm.rigy.yaml --turn elbow:z:70deg
  rigy pose arm.rigy.yaml --turn shoulder:x:-30deg --turn elbow:z:70deg --id reach --write
  rigy pose fox.rigy.yaml --axes parent --turn L_thigh:x:30deg --turn L_shin:x:-40deg --on-ground
  rigy pose fox.rigy.yaml --from step --mirror --id other_step --write
  rigy pose man.rigy.yaml --reach L_forearm:-0.3,1.2,-0.4 --preview reach.png)";

struct PoseArguments {
  DocumentOptions documents;
  PoseSteps steps;
  std::vector<std::string> turns;
  std::vector<std::string> moves;
  std::vector<std::string> reaches;
  PoseAxes axes = PoseAxes::Asset;
  std::string preview;
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

BoneMove parse_move(const std::string& text) {
  if (std::optional<BoneMove> move = move_named(text)) return *move;
  throw UsageError(fmt::format("--move: '{}' is not BONE:X,Y,Z, for example hips:0,-0.07,0", text));
}

BoneReach parse_reach(const std::string& text) {
  if (std::optional<BoneReach> reach = reach_named(text)) return *reach;
  throw UsageError(fmt::format(
      "--reach: '{}' is not BONE:X,Y,Z[:bones=N][:pole=X,Y,Z], for example hand:0.3,1.2,-0.4",
      text));
}

const std::string no_place =
    "the text has no place for the entry; leave out --write and --preview and paste what is "
    "printed";

// What the entry goes into: the document, or the asset of a motion.
struct PoseTarget {
  std::string entry;
  std::string text;
  AnalyzeOptions options;  // params of a motion are not those of its asset
};

PoseTarget target_of(const DocumentInput& input, const Analysis& analysis,
                     const std::string& text) {
  if (!analysis.is_motion) return {input.entry, text, input.analysis};
  const Source& asset = *analysis.assembly->assembly.root()->source;
  PoseTarget target{asset.name, asset.text, input.analysis};
  target.options.params.clear();
  return target;
}

// The document as it is with the pose.
struct PosedDocument {
  EditedFiles files;
  Analysis analysis;
};

std::optional<PosedDocument> with_pose_in(const PoseTarget& target, FileReader& files,
                                          const MadePose& pose) {
  std::optional<std::string> posed = with_pose(target.text, pose);
  if (!posed) return {};
  PosedDocument document{EditedFiles(files), {}};
  document.files.replace(std::move(*posed));
  document.analysis = with_memory(analyze(target.entry, document.files, target.options));
  // The pose is there if its id is taken now.
  const bool is_there =
      document.analysis.ok() && !make_pose(document.analysis, {}, pose.id).faults.empty();
  if (!is_there) return {};
  return document;
}

void add_outputs(const PoseArguments& arguments, const DocumentInput& input,
                 const PoseTarget& target, const MadePose& pose, Product& product) {
  const bool is_inserted = arguments.write || !arguments.preview.empty();
  const std::optional<PosedDocument> document =
      is_inserted ? with_pose_in(target, input.files, pose) : std::nullopt;
  if (is_inserted && !document) {
    product.outcome.option_faults.push_back(no_place);
    return;
  }
  if (arguments.write) {
    product.outputs.push_back({target.entry, document->files.text()});
  } else {
    product.outputs.push_back({input.job.output, pose_entry(pose, 2)});
  }
  if (!arguments.preview.empty()) {
    product.side_files.push_back(
        {arguments.preview, pose_picture(document->analysis, pose.id, product.outcome.report)});
  }
}

Product make_product(const PoseArguments& arguments, const DocumentInput& input) {
  EditedFiles kept(input.files);
  const Analysis analysis = analyze(input.entry, kept, input.analysis);
  Product product{analysis};
  if (analysis.ok()) {
    const MadePose pose = make_pose(analysis, arguments.steps);
    product.outcome.option_faults = pose.faults;
    for (const std::string& note : pose.notes) complain("note: " + note);
    const PoseTarget target = target_of(input, analysis, kept.text());
    if (pose.faults.empty()) add_outputs(arguments, input, target, pose, product);
  }
  // The document is the output, and may be replaced.
  if (arguments.write) product.outcome.files.clear();
  return product;
}

void check_arguments(const PoseArguments& arguments) {
  const PoseSteps& steps = arguments.steps;
  if (steps.moment.empty() && arguments.turns.empty() && arguments.moves.empty() &&
      arguments.reaches.empty() && steps.from.empty() && !steps.on_ground) {
    throw UsageError("nothing to do: use --turn, --move, --reach, --from, --on-ground or --pose");
  }
  if (steps.replace && steps.id.empty() && steps.from.empty() && steps.moment.empty()) {
    throw UsageError("--replace needs --id, --from or --pose, to know which pose");
  }
  if (!arguments.write) return;
  if (arguments.documents.inputs.front() == "-") {
    throw UsageError("--write needs a file, not standard input");
  }
  if (!arguments.documents.params.empty()) {
    throw UsageError(
        "--write and --param cannot be used together: the pose would not fit the document");
  }
}

void take_steps(PoseArguments& arguments) {
  PoseSteps& steps = arguments.steps;
  for (const std::string& text : arguments.turns) {
    steps.turns.push_back(parse_turn(text));
    steps.turns.back().axes = arguments.axes;
  }
  for (const std::string& text : arguments.moves) {
    steps.moves.push_back(parse_move(text));
    steps.moves.back().axes = arguments.axes;
  }
  for (const std::string& text : arguments.reaches) steps.reaches.push_back(parse_reach(text));
}

ExitCode run_pose(PoseArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete_one(documents, "pose");
  check_arguments(arguments);
  take_steps(arguments);
  Run run;
  run.command = "pose";
  run.operation = [&](const DocumentInput& input) { return make_product(arguments, input); };
  const std::string& input = documents.inputs.front();
  return run_jobs({{input, arguments.write ? input : "-"}}, documents, run);
}

}  // namespace

Action add_pose_command(Options& options) {
  options.footer(pose_footer);
  const auto arguments = std::make_shared<PoseArguments>();
  PoseSteps& steps = arguments->steps;
  add_one_input(options, arguments->documents);
  options.repeated("--turn", arguments->turns, "BONE:AXIS:ANGLE", "Turn a bone; can be repeated");
  options.repeated("--move", arguments->moves, "BONE:X,Y,Z", "Move a bone; can be repeated");
  options.repeated("--reach", arguments->reaches, "BONE:X,Y,Z[:bones=N][:pole=X,Y,Z]",
                   "Bring the tail of a bone to a point; can be repeated");
  options.choice<PoseAxes>(
      "--axes", arguments->axes,
      {{"asset", PoseAxes::Asset}, {"parent", PoseAxes::Parent}, {"bone", PoseAxes::Bone}},
      "The axes of turns and moves (default: asset)");
  const AddedOption from =
      options.text("--from", steps.from, "POSE", "Start from this pose of the document");
  options.text("--pose", steps.moment, "NAME", "Start from this pose of a motion").excludes(from);
  options.flag("--mirror", steps.mirror, "Swap left and right, by the document's symmetry");
  options.flag("--on-ground", steps.on_ground,
               "Lower or lift the asset until its lowest point is at y = 0");
  options.text("--id", steps.id, "NAME", "The id of the pose (default: pose, pose_2, ...)");
  options.flag("--write", arguments->write, "Insert the entry into the document");
  options.flag("--replace", steps.replace,
               "Replace the pose that has the id, or that of --from or --pose");
  options.text("--preview", arguments->preview, "OUT.png", "Also draw the pose");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_pose(*arguments); };
}

}  // namespace rigy::interfaces::cli

// pose: turns of bones as an entry of `poses`.
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analyze/analyzed_assembly.hpp"
#include "rigy/posing.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

PoseAxes axes_in(const Arguments& arguments) {
  const std::string axes = arguments.text("axes");
  return axes == "parent" ? PoseAxes::Parent : axes == "bone" ? PoseAxes::Bone : PoseAxes::Asset;
}

// As the command line reads them, so that both make the same pose.
PoseSteps steps_in(const Arguments& arguments) {
  PoseSteps steps;
  steps.id = arguments.text("id");
  steps.from = arguments.text("from");
  steps.mirror = arguments.flag("mirror");
  steps.replace = arguments.flag("replace");
  steps.on_ground = arguments.flag("on_ground");
  const PoseAxes axes = axes_in(arguments);
  for (const Arguments& turn : arguments.objects("turns")) {
    const std::string text =
        fmt::format("{}:{}:{}deg", turn.text("bone"), turn.text("axis"), turn.get("degrees")->text);
    if (std::optional<BoneTurn> read = turn_named(text)) {
      read->axes = axes;
      steps.turns.push_back(std::move(*read));
    }
  }
  for (const Arguments& move : arguments.objects("moves")) {
    steps.moves.push_back({move.text("bone"), move.vector("by"), axes});
  }
  for (const Arguments& reach : arguments.objects("reaches")) {
    BoneReach one;
    one.bone = reach.text("bone");
    one.to = reach.vector("to");
    one.count = static_cast<std::uint32_t>(reach.count("bones", 2));
    if (reach.has("pole")) one.pole = reach.vector("pole");
    steps.reaches.push_back(std::move(one));
  }
  return steps;
}

// The asset that gets the pose: the document, or what a motion moves.
struct PoseTarget {
  std::string entry;
  std::string text;
  std::string fault = {};
};

PoseTarget target_of(const AnalyzedSource& source) {
  if (source.analysis.is_motion) {
    const Source& asset = *source.analysis.assembly->assembly.root()->source;
    return {asset.name, asset.text};
  }
  ReadText read = text_of(source);
  return {source.entry, std::move(read.text), std::move(read.fault)};
}

// Files with another text of the document.
class ReplacedText final : public FileReader {
 public:
  ReplacedText(FileReader& files, std::string text) : files_(files), text_(std::move(text)) {}

  FileResult read_entry(const std::string& path) override {
    FileResult read = files_.read_entry(path);
    if (auto* const contents = std::get_if<FileContents>(&read)) contents->text = text_;
    return read;
  }
  FileResult read_relative(const std::string& from, const std::string& path) override {
    return files_.read_relative(from, path);
  }

 private:
  FileReader& files_;
  std::string text_;
};

// The document as it is with the pose; without a text if there is no place for it.
struct PosedDocument {
  std::string text = {};
  Analysis analysis = {};
};

PosedDocument posed_document(const Arguments& arguments, const ToolContext& context,
                             const AnalyzedSource& source, const PoseTarget& target,
                             const MadePose& pose) {
  std::optional<std::string> changed = with_pose(target.text, pose);
  if (!changed) return {};
  ReplacedText files(*source.files, *changed);
  AnalyzeOptions options = analyze_options(arguments, context.options);
  if (source.analysis.is_motion) options.params.clear();  // they are not those of its asset
  PosedDocument posed{std::move(*changed), analyze(target.entry, files, options)};
  // The pose is there if its id is taken now.
  PoseSteps again;
  again.id = pose.id;
  if (!posed.analysis.ok() || make_pose(posed.analysis, again).faults.empty()) return {};
  return posed;
}

constexpr std::string_view no_place = "the text has no place for the entry; paste it under 'poses'";

void draw_pose(const Arguments& arguments, const Analysis& analysis, const std::string& id,
               JsonWriter& json, ToolResult& result) {
  RenderOptions options;
  options.width = picture_size(arguments);
  options.height = options.width * 3 / 4;
  for (const std::string_view name : {"iso", "front"}) {
    if (const std::optional<View> view = view_of(name)) options.views.push_back(*view);
  }
  options.pose = id;
  options.fit = CameraFit::Pose;
  write_picture(json, draw(analysis, options, fmt::format("The pose {}", id)), result);
}

// Shows the pose in its document, and saves it if asked to; returns what is wrong.
std::string finish(const Arguments& arguments, const ToolContext& context,
                   const AnalyzedSource& source, const MadePose& pose, JsonWriter& json,
                   ToolResult& result) {
  PoseTarget target = target_of(source);
  if (!target.fault.empty()) return std::move(target.fault);
  const PosedDocument posed = posed_document(arguments, context, source, target, pose);
  if (arguments.flag("save")) {
    if (posed.text.empty()) return std::string(no_place);
    json.key("saved");
    json.string(target.entry);
    result.saves.push_back(
        {.path = std::move(target.entry), .bytes = posed.text, .before = std::move(target.text)});
  }
  if (!arguments.flag("picture", true)) return {};
  if (posed.text.empty()) {
    write_picture(json, {std::nullopt, std::string(no_place)}, result);
  } else {
    draw_pose(arguments, posed.analysis, pose.id, json, result);
  }
  return {};
}

void write_pose(JsonWriter& json, const MadePose& pose) {
  json.key("id");
  json.string(pose.id);
  json.key("entry");
  json.string(pose_entry(pose, 2));
  json.key("notes");
  json.begin_array();
  for (const std::string& note : pose.notes) json.string(note);
  json.end_array();
}

// Makes the pose of the call; returns what is wrong.
std::string make_pose_text(const Arguments& arguments, const ToolContext& context,
                           const AnalyzedSource& source, JsonWriter& json, ToolResult& result) {
  const MadePose pose = make_pose(source.analysis, steps_in(arguments));
  if (!pose.faults.empty()) return fmt::format("{}", fmt::join(pose.faults, "; "));
  write_pose(json, pose);
  if (!arguments.flag("picture", true) && !arguments.flag("save")) return {};
  return finish(arguments, context, source, pose, json, result);
}

ToolResult run_pose(const Arguments& arguments, const ToolContext& context) {
  std::string fault = save_fault(arguments, context.options);
  if (!fault.empty()) return tool_fault(std::move(fault));
  const AnalyzedSource source = analyzed_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(source.fault);
  context.tell(1, 2, "analyzed");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    write_report(json, source.analysis.report, page);
    if (!source.analysis.ok()) return std::string();
    return make_pose_text(arguments, context, source, json, result);
  });
}

ArgumentInfo bone_argument() {
  return {.name = "bone",
          .type = Type::Text,
          .description = "The id of the bone.",
          .example = R"("elbow")",
          .required = true};
}

// What the bones do, in the order of the steps.
std::vector<ArgumentInfo> step_arguments() {
  return {
      {.name = "turns",
       .type = Type::Objects,
       .description = "The turns; several of one bone follow each other.",
       .example = R"([{"bone": "elbow", "axis": "x", "degrees": 70}])",
       .fields = {bone_argument(),
                  {.name = "axis",
                   .type = Type::Word,
                   .description = "The axis, see 'axes'.",
                   .required = true,
                   .words = {"x", "y", "z"}},
                  {.name = "degrees",
                   .type = Type::Number,
                   .description = "The angle.",
                   .example = "70",
                   .required = true}}},
      {.name = "moves",
       .type = Type::Objects,
       .description = "Moves of bones, in meters.",
       .example = R"([{"bone": "hips", "by": [0, -0.07, 0]}])",
       .fields = {bone_argument(),
                  {.name = "by",
                   .type = Type::Vector,
                   .description = "How far, along x, y and z.",
                   .example = "[0, -0.07, 0]",
                   .required = true}}},
      {.name = "reaches",
       .type = Type::Objects,
       .description = "Bones whose tails come to points of the asset, by turning them and their "
                      "parents.",
       .example = R"([{"bone": "forearm", "to": [-0.3, 1.2, -0.4]}])",
       .fields = {bone_argument(),
                  {.name = "to",
                   .type = Type::Vector,
                   .description = "The point.",
                   .example = "[-0.3, 1.2, -0.4]",
                   .required = true},
                  {.name = "bones",
                   .type = Type::Integer,
                   .description = "How many bones turn (default: 2).",
                   .example = "3",
                   .min = 1,
                   .max = 64},
                  {.name = "pole",
                   .type = Type::Vector,
                   .description = "The direction in which two bones bend.",
                   .example = "[0, 0, 1]"}}},
  };
}

std::vector<ArgumentInfo> pose_arguments() {
  std::vector<ArgumentInfo> arguments = step_arguments();
  const std::vector<ArgumentInfo> others{
      {.name = "axes",
       .type = Type::Word,
       .description = "Axes of turns and moves: asset (default) to say how something stands in "
                      "the end, parent for joints, bone to twist.",
       .words = {"asset", "parent", "bone"}},
      {.name = "from",
       .type = Type::Text,
       .description = "A pose of the document to begin as (default: the rest shape).",
       .example = R"("wave")"},
      {.name = "mirror",
       .type = Type::Flag,
       .description = "Exchange left and right in the end, by the document's symmetry."},
      {.name = "on_ground",
       .type = Type::Flag,
       .description = "Lift or lower all of it until its lowest point is at y = 0."},
      {.name = "replace",
       .type = Type::Flag,
       .description = "Put it in the place of the pose of this id, or of 'from'."},
      {.name = "id",
       .type = Type::Text,
       .description = "The id of the pose (default: pose, pose_2, …).",
       .example = R"("nod")"},
      {.name = "save",
       .type = Type::Flag,
       .description = "With 'path': add the pose to that file, or to the asset of a motion."},
      {.name = "picture",
       .type = Type::Flag,
       .description = "A picture of the pose (default: true)."},
      size_argument(),
  };
  arguments.insert(arguments.end(), others.begin(), others.end());
  return arguments;
}

constexpr std::string_view notes_schema =
    R"("notes":{"type":"array","items":{"type":"string"},"description":"What could not be reached"})";

}  // namespace

Tool pose_tool() {
  return {
      .name = "pose",
      .title = "Make a pose",
      .description =
          "Turn and move bones, or let them reach points, and get the entry for 'poses', with a "
          "picture. Parents come first and take their children along; then bones reach, in order. "
          "Nobody has to compute quaternions.",
      .writes = true,
      .arguments = with_document(pose_arguments()),
      .output =
          properties({report_schema(), R"("id":{"type":"string"})",
                      R"("entry":{"type":"string","description":"YAML for the list 'poses'"})",
                      notes_schema, R"("saved":{"type":"string"})", picture_schema}),
      .always = report_keys(),
      .example = R"({"path":"arm.rigy.yaml","turns":[{"bone":"elbow","axis":"z","degrees":70}]})",
      .run = run_pose};
}

}  // namespace rigy::interfaces

// pose: turns of bones as an entry of `poses`.
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rigy/posing.hpp"
#include "service/answer.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

// As the command line reads them, so that both make the same pose.
std::vector<BoneTurn> turns_in(const Arguments& arguments) {
  std::vector<BoneTurn> turns;
  for (const Arguments& turn : arguments.objects("turns")) {
    const std::string text =
        fmt::format("{}:{}:{}deg", turn.text("bone"), turn.text("axis"), turn.get("degrees")->text);
    if (std::optional<BoneTurn> read = turn_named(text)) turns.push_back(std::move(*read));
  }
  return turns;
}

ReadText text_of(const DocumentSource& source) {
  FileResult read = source.files->read_entry(source.entry);
  if (!std::holds_alternative<FileContents>(read)) return {{}, "the document cannot be read"};
  return {std::move(std::get<FileContents>(read).text), {}};
}

// Adds the pose to the text and analyzes that; shows it, and saves it if asked to.
std::string finish(const Arguments& arguments, const ToolContext& context, const MadePose& pose,
                   const std::string& text, JsonWriter& json, ToolResult& result) {
  std::optional<std::string> changed = with_pose(text, pose);
  if (!changed) return "the text has no place for the entry; paste it under 'poses'";
  const std::string path = arguments.text("path");
  const DocumentSource source =
      text_at(path.empty() ? arguments.text("name") : path, *changed, context.options);
  const Analysis analysis =
      analyze(source.entry, *source.files, analyze_options(arguments, context.options));
  if (!analysis.ok()) return "the document with this pose has errors";
  if (arguments.flag("save")) {
    if (path.empty()) return "'save' needs a 'path'";
    std::string fault = save({{path, *changed}}, context.options);
    if (!fault.empty()) return fault;
  }
  if (arguments.flag("picture", true)) {
    RenderOptions options;
    options.width = picture_size(arguments);
    options.height = options.width * 3 / 4;
    for (const std::string_view name : {"iso", "front"}) {
      if (const std::optional<View> view = view_of(name)) options.views.push_back(*view);
    }
    options.pose = pose.id;
    write_picture(json, draw(analysis, options, fmt::format("The pose {}", pose.id)), result);
  }
  return {};
}

ToolResult run(const Arguments& arguments, const ToolContext& context) {
  DocumentSource source = document_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(std::move(source.fault));
  const Analysis analysis =
      analyze(source.entry, *source.files, analyze_options(arguments, context.options));
  std::string fault = option_fault(analysis);
  if (!fault.empty()) return tool_fault(std::move(fault));
  ToolResult result;
  JsonWriter json;
  json.begin_object();
  write_report(json, analysis.report);
  if (analysis.ok()) {
    const MadePose pose = make_pose(analysis, turns_in(arguments), arguments.text("id"));
    if (!pose.faults.empty()) return tool_fault(fmt::format("{}", fmt::join(pose.faults, "; ")));
    json.key("id");
    json.string(pose.id);
    json.key("entry");
    json.string(pose_entry(pose, 2));
    const bool is_one_file = !arguments.has("files");
    if (is_one_file && (arguments.flag("picture", true) || arguments.flag("save"))) {
      ReadText text = text_of(source);
      fault = text.fault.empty() ? finish(arguments, context, pose, text.text, json, result)
                                 : text.fault;
    }
    if (!fault.empty()) return tool_fault(std::move(fault));
  }
  json.end_object();
  result.json = json.take();
  return result;
}

}  // namespace

Tool pose_tool() {
  static const std::string output =
      fmt::format(R"({},"id":{{"type":"string"}},"entry":{{"type":"string","description":)"
                  R"("YAML for the list 'poses'"}},{})",
                  report_schema, picture_schema);
  return {
      .name = "pose",
      .title = "Make a pose",
      .description =
          "Turn bones and get the entry for 'poses', with a picture. Parents turn first; a "
          "bone turns about an axis of the asset, around its own head, and takes its children "
          "along. Nobody has to compute quaternions.",
      .writes = true,
      .arguments = with_document({
          {.name = "turns",
           .type = Type::Objects,
           .description = "The turns; several of one bone follow each other.",
           .example = R"([{"bone": "elbow", "axis": "x", "degrees": 70}])",
           .required = true,
           .fields = {{.name = "bone",
                       .type = Type::Text,
                       .description = "The id of the bone.",
                       .required = true},
                      {.name = "axis",
                       .type = Type::Word,
                       .description = "The axis of the asset.",
                       .required = true,
                       .words = {"x", "y", "z"}},
                      {.name = "degrees",
                       .type = Type::Number,
                       .description = "The angle.",
                       .required = true}}},
          {.name = "id",
           .type = Type::Text,
           .description = "The id of the pose (default: pose, pose_2, …)."},
          {.name = "save",
           .type = Type::Flag,
           .description = "With 'path': add the pose to that file."},
          {.name = "picture",
           .type = Type::Flag,
           .description = "A picture of the pose (default: true)."},
          size_argument(),
      }),
      .output = output,
      .example = R"({"path":"arm.rigy.yaml","turns":[{"bone":"elbow","axis":"z","degrees":70}]})",
      .run = run};
}

}  // namespace rigy::interfaces

// motion: gaits for a skeleton, and what the clips of a motion do.
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rigy/lint.hpp"
#include "rigy/motion.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/clips.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

constexpr std::string_view made_identity = "made:motion";

// A motion that was just made, beside the asset that it moves.
class MotionFiles final : public FileReader {
 public:
  MotionFiles(FileReader& files, std::string asset, std::string text)
      : files_(files), asset_(std::move(asset)), text_(std::move(text)) {}

  FileResult read_entry(const std::string& path) override {
    return FileContents{text_, std::string(made_identity), path};
  }
  FileResult read_relative(const std::string& from, const std::string& path) override {
    return from == made_identity ? files_.read_entry(asset_) : files_.read_relative(from, path);
  }

 private:
  FileReader& files_;
  std::string asset_;
  std::string text_;
};

std::string name_in(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "parts/fox.rigy.yaml" and "trot" give "parts/fox.trot.rigm.yaml".
std::string motion_path(const std::string& asset, const std::vector<std::string>& gaits) {
  const std::size_t ending = asset.rfind(".rigy.");
  return fmt::format("{}.{}.rigm.yaml", asset.substr(0, ending),
                     gaits.empty() ? "motion" : gaits.front());
}

std::vector<std::string_view> gait_words() {
  std::vector<std::string_view> words;
  for (const GaitDescription& gait : known_gaits()) {
    if (std::find(words.begin(), words.end(), gait.name) == words.end()) words.push_back(gait.name);
  }
  return words;
}

void write_gaits(JsonWriter& json, const std::vector<GaitDescription>& gaits, ListPage& page) {
  json.key("gaits");
  json.begin_array();
  const ListPage::Part part = page.part_of(gaits.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const GaitDescription& gait = gaits[i];
    json.begin_object();
    json.key("name");
    json.string(gait.name);
    json.key("summary");
    json.string(gait.summary);
    json.end_object();
  }
  json.end_array();
}

// What a motion is: findings of the rules, clips and a picture; returns what is wrong.
std::string write_motion(const Arguments& arguments, const ToolContext& context,
                         const Analysis& motion, JsonWriter& json, ToolResult& result,
                         ListPage& page) {
  LintOptions options;
  options.analysis = analyze_options(arguments, context.options);
  const LintResult linted = lint(motion, options);
  write_report(json, linted.report, page);
  if (!motion.ok()) return {};
  const std::string clip = write_clips(json, motion, arguments.text("clip"), page);
  if (!arguments.flag("picture", true) || clip.empty()) return {};
  DrawnPicture drawn = draw_clip(motion, clip, arguments.text("view"), picture_size(arguments));
  if (drawn.is_wrong_call) return std::move(drawn.fault);
  write_picture(json, std::move(drawn), result);
  return {};
}

// Makes the motion of the gaits; returns what is wrong.
std::string make_gait_text(const Arguments& arguments, const ToolContext& context,
                           const AnalyzedSource& source, JsonWriter& json, ToolResult& result,
                           ListPage& page) {
  MotionOptions options;
  options.gaits = arguments.texts("gaits");
  options.armature = arguments.text("armature");
  options.asset = name_in(source.entry);
  const MadeMotion made = make_motion(source.analysis, options);
  if (!made.faults.empty()) return fmt::format("{}", fmt::join(made.faults, "; "));
  const std::string path = motion_path(source.entry, options.gaits);
  MotionFiles files(*source.files, source.entry, made.text);
  std::string fault = write_motion(
      arguments, context, analyze(path, files, analyze_options(arguments, context.options)), json,
      result, page);
  if (!fault.empty()) return fault;
  json.key("motion");
  json.string(made.text);
  if (!arguments.flag("save")) return {};
  json.key("saved");
  json.string(path);
  result.saves.push_back({.path = path, .bytes = made.text});
  return {};
}

ToolResult run_motion(const Arguments& arguments, const ToolContext& context) {
  std::string fault = save_fault(arguments, context.options);
  const std::string view = arguments.text("view");
  if (fault.empty() && !view.empty() && !view_of(view)) fault = unknown_view(view);
  if (!fault.empty()) return tool_fault(std::move(fault));
  const AnalyzedSource source = analyzed_source(arguments, context.options, true);
  if (!source.fault.empty()) return tool_fault(source.fault);
  const Analysis& analysis = source.analysis;
  if (analysis.is_motion && arguments.has("gaits")) {
    return tool_fault("'gaits' are made for an asset, and this is a motion");
  }
  context.tell(1, 2, "analyzed");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    if (analysis.ok() && arguments.has("gaits")) {
      return make_gait_text(arguments, context, source, json, result, page);
    }
    if (analysis.ok() && analysis.is_motion) {
      return write_motion(arguments, context, analysis, json, result, page);
    }
    write_report(json, analysis.report, page);
    write_gaits(json, gaits_for(analysis, arguments.text("armature")), page);
    return std::string();
  });
}

std::string output_of_motion() {
  return properties(
      {report_schema(),
       list_of("gaits", "What the skeleton can do",
               R"("name":{"type":"string"},"summary":{"type":"string"})", R"("name","summary")"),
       clips_schema(),
       R"("motion":{"type":"string","description":"The motion document, to be edited"})",
       R"("saved":{"type":"string"})", picture_schema});
}

}  // namespace

Tool motion_tool() {
  return {.name = "motion",
          .title = "Make something move",
          .description =
              "For an asset: without 'gaits' what its skeleton can do (walk, trot, flap, swim, …), "
              "with them a motion document (.rigm.yaml) to edit, with lint findings and a picture. "
              "For a motion: its clips, what lint finds in them (feet that slide, parts that run "
              "into each other), and a picture of moments.",
          .writes = true,
          .arguments = with_document({
              {.name = "gaits",
               .type = Type::Words,
               .description = "Gaits for the skeleton of the asset; each becomes a clip.",
               .example = R"(["walk", "idle"])",
               .words = gait_words()},
              {.name = "armature",
               .type = Type::Text,
               .description = "The armature that moves, if the asset has several.",
               .example = R"("rig")"},
              {.name = "clip",
               .type = Type::Text,
               .description = "The clip of the picture (default: the first).",
               .example = R"("walk")"},
              {.name = "view",
               .type = Type::Text,
               .description = "From where the picture is taken (default: where the gait is seen "
                              "best).",
               .example = R"("left")"},
              {.name = "save",
               .type = Type::Flag,
               .description = "With 'path' and 'gaits': write the motion next to the asset.",
               .needs = "gaits"},
              {.name = "picture",
               .type = Type::Flag,
               .description = "A picture of moments of a clip (default: true)."},
              size_argument(),
          }),
          .output = output_of_motion(),
          .always = report_keys(),
          .example = R"({"path":"fox.rigy.yaml","gaits":["trot"]})",
          .run = run_motion};
}

}  // namespace rigy::interfaces

// look: a document drawn.
#include <algorithm>
#include <array>
#include <utility>

#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

struct OverlayName {
  std::string_view name;
  bool Overlays::*flag;
};
constexpr std::array<OverlayName, 9> overlay_names{{{"skeleton", &Overlays::skeleton},
                                                    {"names", &Overlays::names},
                                                    {"numbers", &Overlays::numbers},
                                                    {"axes", &Overlays::axes},
                                                    {"grid", &Overlays::grid},
                                                    {"anchors", &Overlays::anchors},
                                                    {"bounds", &Overlays::bounds},
                                                    {"dimensions", &Overlays::dimensions},
                                                    {"wireframe", &Overlays::wireframe}}};

std::vector<std::string_view> overlay_words() {
  std::vector<std::string_view> words;
  for (const OverlayName& one : overlay_names) words.push_back(one.name);
  return words;
}

// "x=0.2".
std::optional<Section> section_in(std::string_view text) {
  const std::size_t axis = std::string_view("xyz").find(text.substr(0, 1));
  if (text.size() < 3 || text[1] != '=' || axis == std::string_view::npos) return std::nullopt;
  double at = 0;
  const auto [stop, error] = fast_float::from_chars(text.data() + 2, text.data() + text.size(), at);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return Section{static_cast<int>(axis), at};
}

constexpr std::size_t default_moments = 6;  // of a clip
constexpr std::uint32_t min_height = 64;

struct LookOptions {
  RenderOptions render;
  std::string fault;
};

void set_camera(const Arguments& arguments, LookOptions& look) {
  for (const std::string& name : arguments.texts("views")) {
    const std::optional<View> view = view_of(name);
    if (!view) {
      look.fault = unknown_view(name);
      return;
    }
    look.render.views.push_back(*view);
  }
  if (arguments.has("section")) {
    look.render.section = section_in(arguments.text("section"));
    if (!look.render.section) look.fault = "'section' must be a plane like x=0.2";
  }
  if (arguments.text("projection") == "orthographic") {
    look.render.projection = Projection::Orthographic;
  }
  const std::string background = arguments.text("background");
  if (background == "dark") look.render.background = Background::Dark;
  if (background == "transparent") look.render.background = Background::Transparent;
}

// One view is as wide as a screen; several are square, in rows that are about as many as columns.
std::uint32_t height_of(const RenderOptions& render) {
  const auto count = static_cast<std::uint32_t>(render.views.size());
  if (count <= 1) return render.width * 3 / 4;
  std::uint32_t columns = 1;
  while (columns * columns < count) ++columns;
  return std::max(min_height, render.width * ((count + columns - 1) / columns) / columns);
}

LookOptions look_options(const Arguments& arguments) {
  LookOptions look;
  RenderOptions& render = look.render;
  set_camera(arguments, look);
  render.width = picture_size(arguments);
  render.height = height_of(render);
  render.pose = arguments.text("pose");
  if (!render.pose.empty()) render.fit = CameraFit::Pose;
  render.clip = arguments.text("clip");
  if (arguments.has("at")) {
    render.at = arguments.number("at");
  } else if (arguments.has("clip") || arguments.has("moments")) {
    render.strip = static_cast<std::uint32_t>(arguments.count("moments", default_moments));
  }
  render.focus = arguments.texts("focus");
  render.highlight = arguments.texts("highlight");
  render.heat = arguments.text("heat");
  render.diagnostics = arguments.flag("mark_diagnostics");
  const std::string solver = arguments.text("solver");
  if (solver == "lbs") render.solver = SolverChoice::Lbs;
  if (solver == "dqs") render.solver = SolverChoice::Dqs;
  if (solver == "both") render.solver = SolverChoice::Both;
  for (const std::string& name : arguments.texts("show")) {
    for (const OverlayName& one : overlay_names) {
      if (one.name == name) render.overlays.*one.flag = true;
    }
  }
  return look;
}

constexpr std::size_t max_strip = 8;

DrawnPicture drawn(const Arguments& arguments, const Analysis& analysis, RenderOptions options) {
  std::vector<std::string> poses = arguments.texts("strip");
  if (options.strip > 0) return draw(analysis, options, "Moments of a clip, in seconds");
  if (poses.empty()) {
    std::vector<std::string> captions;
    for (const View& view : options.views) captions.push_back(view.caption);
    if (captions.empty()) captions.emplace_back("iso");
    return draw(analysis, options, fmt::format("{}", fmt::join(captions, ", ")));
  }
  for (std::string& pose : poses) {
    if (pose == "rest") pose.clear();
  }
  options.width /= static_cast<std::uint32_t>(poses.size());
  options.height = options.width;
  return draw_strip(analysis, options, poses);
}

// The key `numbers`: which part each number of the picture is on.
void write_numbers(JsonWriter& json, const std::vector<std::string>& ids, ListPage& page) {
  if (ids.empty()) return;
  json.key("numbers");
  json.begin_object();
  const ListPage::Part part = page.part_of(ids.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    json.key(fmt::format("{}", i + 1));
    json.string(ids[i]);
  }
  json.end_object();
}

ToolResult run_look(const Arguments& arguments, const ToolContext& context) {
  LookOptions look = look_options(arguments);
  if (!look.fault.empty()) return tool_fault(std::move(look.fault));
  if (arguments.texts("strip").size() > max_strip) {
    return tool_fault(fmt::format("'strip' shows at most {} poses", max_strip));
  }
  look.render.analysis = analyze_options(arguments, context.options);
  const AnalyzedSource source = analyzed_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(source.fault);
  context.tell(1, 2, "analyzed");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    write_report(json, source.analysis.report, page);
    DrawnPicture picture = drawn(arguments, source.analysis, std::move(look.render));
    if (!picture.picture && source.analysis.ok()) return std::move(picture.fault);
    write_numbers(json, picture.numbered, page);
    write_picture(json, std::move(picture), result);
    return std::string();
  });
}

std::vector<ArgumentInfo> look_arguments() {
  return with_document({
      {.name = "views",
       .type = Type::Texts,
       .description = "Cameras: front, left, top, iso, … or AZIMUTH,ELEVATION in degrees; several "
                      "become one picture (default: iso).",
       .example = R"(["front", "left", "30,20"])"},
      {.name = "section",
       .type = Type::Text,
       .description = "Cut away what lies between this plane and the camera.",
       .example = R"("x=0.2")"},
      {.name = "show",
       .type = Type::Words,
       .description =
           "What to draw besides the surfaces; names writes the ids on the parts, numbers "
           "only numbers, which the answer explains: for many parts, or those in focus.",
       .example = R"(["numbers"])",
       .words = overlay_words()},
      {.name = "pose",
       .type = Type::Text,
       .description = "The pose to show (default: at rest).",
       .example = R"("wave")",
       .excludes = {"strip", "clip", "moments", "at"}},
      {.name = "strip",
       .type = Type::Texts,
       .description = "Several poses side by side in one picture; rest is the rest shape, "
                      "walk@0.25 a moment of a clip.",
       .example = R"(["rest", "reach"])",
       .excludes = {"clip", "moments", "at"}},
      {.name = "clip",
       .type = Type::Text,
       .description = "Of a motion: moments of this clip side by side, or one of them.",
       .example = R"("walk")"},
      {.name = "moments",
       .type = Type::Integer,
       .description = "How many moments of the clip (default: 6).",
       .example = "8",
       .min = 2,
       .max = 16,
       .excludes = {"at"}},
      {.name = "at",
       .type = Type::Number,
       .description = "One moment of the clip, in seconds.",
       .example = "0.25",
       .min = 0},
      {.name = "focus",
       .type = Type::Texts,
       .description = "Ids of parts; everything else is faded.",
       .example = R"(["body.head"])"},
      {.name = "highlight",
       .type = Type::Texts,
       .description = "Ids of parts to draw in a color that stands out.",
       .example = R"(["hand"])"},
      {.name = "heat",
       .type = Type::Text,
       .description = "A bone whose weights are shown as colors.",
       .example = R"("elbow")"},
      {.name = "mark_diagnostics",
       .type = Type::Flag,
       .description = "Mark what errors and warnings are about, and draw what can be drawn of a "
                      "document with errors."},
      {.name = "solver",
       .type = Type::Word,
       .description = "How poses bend (default: as written).",
       .words = {"lbs", "dqs", "both"}},
      {.name = "projection",
       .type = Type::Word,
       .description = "Default: perspective.",
       .words = {"perspective", "orthographic"}},
      {.name = "background",
       .type = Type::Word,
       .description = "Default: light.",
       .words = {"light", "dark", "transparent"}},
      size_argument(),
  });
}

}  // namespace

Tool look_tool() {
  return {
      .name = "look",
      .title = "Look at a document",
      .description =
          "Draw a document: any views in one picture, a section, the skeleton, the names of "
          "parts, a pose or a strip of poses, moments of a clip, the weights of a bone, or what "
          "diagnostics are about.",
      .arguments = look_arguments(),
      .output = properties({report_schema(), picture_schema,
                            R"("numbers":{"type":"object","description":"The id of the part by )"
                            R"(its number","additionalProperties":{"type":"string"}})"}),
      .always = report_keys(),
      .example = R"({"path":"arm.rigy.yaml","views":["front","left"],"show":["skeleton"]})",
      .run = run_look};
}

}  // namespace rigy::interfaces

// measure: distances of pairs, bones, and heights above the ground.
#include <utility>

#include <fmt/format.h>

#include "rigy/inspect.hpp"
#include "rigy/measure.hpp"
#include "service/answer.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

constexpr std::size_t max_pairs = 200;

void write_vector(JsonWriter& json, std::string_view key, const std::array<double, 3>& vector) {
  json.key(key);
  json.begin_array();
  for (const double one : vector) json.shortest(one);
  json.end_array();
}

// The pose, or the moment of a clip.
std::string pose_in(const Arguments& arguments) {
  if (!arguments.has("clip")) return arguments.text("pose");
  return fmt::format("{}@{}", arguments.text("clip"), arguments.number("at"));
}

// A pair, or why it cannot be measured.
void write_pair(JsonWriter& json, const Analysis& analysis, const MeasureOptions& options) {
  const MeasureResult measured = measure(analysis, options);
  if (measured.measurement) return json.text(on_one_line(to_json(*measured.measurement)));
  std::string fault = option_fault(measured);
  if (fault.empty() && !measured.report.diagnostics.empty()) {
    fault = measured.report.diagnostics.front().message;
  }
  json.begin_object();
  json.key("a");
  json.string(options.a);
  json.key("b");
  json.string(options.b);
  json.key("error");
  json.string(fault);
  json.end_object();
}

void write_pairs(JsonWriter& json, const Arguments& arguments, const Analysis& analysis,
                 const ToolContext& context, ListPage& page) {
  const std::vector<Arguments> pairs = arguments.objects("pairs");
  MeasureOptions options;
  options.analysis = analyze_options(arguments, context.options);
  options.pose = pose_in(arguments);
  json.key("pairs");
  json.begin_array();
  const ListPage::Part part = page.part_of(pairs.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    options.a = pairs[i].text("a");
    options.b = pairs[i].text("b");
    write_pair(json, analysis, options);
    context.tell(static_cast<double>(i + 1), static_cast<double>(part.end), options.a);
  }
  json.end_array();
}

void write_bone(JsonWriter& json, const InspectedBone& bone) {
  json.begin_object();
  json.key("id");
  json.string(bone.id);
  write_vector(json, "head", bone.head);
  write_vector(json, "tail", bone.tail);
  json.key("length");
  json.shortest(bone.length);
  if (bone.direction) write_vector(json, "direction", *bone.direction);
  json.end_object();
}

void write_bones(JsonWriter& json, const std::vector<std::string>& ids,
                 const Inspection& inspection, ListPage& page) {
  std::vector<const InspectedBone*> bones;
  for (const InspectedArmature& armature : inspection.armatures) {
    for (const InspectedBone& bone : armature.bones) {
      if (std::find(ids.begin(), ids.end(), bone.id) != ids.end()) bones.push_back(&bone);
    }
  }
  json.key("bones");
  json.begin_array();
  const ListPage::Part part = page.part_of(bones.size());
  for (std::size_t i = part.begin; i < part.end; ++i) write_bone(json, *bones[i]);
  json.end_array();
}

void write_height(JsonWriter& json, std::string_view id, const std::optional<Aabb>& box) {
  json.begin_object();
  json.key("id");
  json.string(id);
  json.key("lowest");
  if (box) {
    json.shortest(box->min[1]);
  } else {
    json.null();
  }
  json.end_object();
}

// The lowest point of everything, and of each part.
std::string write_ground(JsonWriter& json, const Arguments& arguments, const Analysis& analysis,
                         const Inspection& inspection, ListPage& page) {
  json.key("ground");
  json.begin_array();
  write_height(json, "", inspection.bounds);
  const std::vector<std::string> ids = arguments.texts("ground");
  const ListPage::Part part = page.part_of(ids.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const std::string& id = ids[i];
    InspectOptions options;
    options.primitives = {id};
    options.pose = pose_in(arguments);
    const InspectResult found = inspect(analysis, options);
    if (!found.inspection) return fmt::format("ground: {}", option_fault(found));
    std::optional<Aabb> lowest;
    for (const InspectedPrimitive& one : found.inspection->primitives) {
      if (one.aabb && (!lowest || one.aabb->min[1] < lowest->min[1])) lowest = one.aabb;
    }
    write_height(json, id, lowest);
  }
  json.end_array();
  return {};
}

std::string write_measurements(JsonWriter& json, const Arguments& arguments,
                               const Analysis& analysis, const ToolContext& context,
                               ListPage& page) {
  if (arguments.has("pairs")) write_pairs(json, arguments, analysis, context, page);
  if (!arguments.has("bones") && !arguments.has("ground")) return {};
  InspectOptions options;
  options.pose = pose_in(arguments);
  const InspectResult inspected = inspect(analysis, options);
  if (!inspected.inspection) {
    const std::vector<Diagnostic>& found = inspected.report.diagnostics;
    return found.empty() ? option_fault(inspected) : found.front().message;
  }
  if (arguments.has("bones"))
    write_bones(json, arguments.texts("bones"), *inspected.inspection, page);
  if (!arguments.has("ground")) return {};
  return write_ground(json, arguments, analysis, *inspected.inspection, page);
}

ToolResult run_measure(const Arguments& arguments, const ToolContext& context) {
  if (!arguments.has("pairs") && !arguments.has("bones") && !arguments.has("ground")) {
    return tool_fault("say what to measure: 'pairs', 'bones' or 'ground'");
  }
  if (arguments.objects("pairs").size() > max_pairs ||
      arguments.texts("ground").size() > max_pairs) {
    return tool_fault(fmt::format("at most {} pairs or parts can be measured at once", max_pairs));
  }
  const AnalyzedSource source = analyzed_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(source.fault);
  context.tell(0, 1, "analyzed");
  const ListPage all = page_of(arguments, max_pairs);
  return answer(all, [&](JsonWriter& json, ToolResult&, ListPage& page) {
    write_report(json, source.analysis.report, page);
    if (!source.analysis.ok()) return std::string();
    return write_measurements(json, arguments, source.analysis, context, page);
  });
}

}  // namespace

Tool measure_tool() {
  static const std::string output = fmt::format(
      R"({},"pairs":{{"type":"array","items":{{"type":"object","properties":{{)"
      R"("status":{{"type":"string","examples":["apart","touching","overlapping"]}},)"
      R"("distance":{{"type":"number"}},"penetration":{{"type":["number","null"]}}}}}}}},)"
      R"("bones":{{"type":"array"}},"ground":{{"type":"array","description":)"
      R"("The height of the lowest point: 0 stands on the ground"}})",
      report_schema);
  return {
      .name = "measure",
      .title = "Measure parts of a document",
      .description =
          "How parts lie relative to each other, on their real surfaces: apart, touching, "
          "overlapping, how far and where. Also where bones are, and whether parts stand on "
          "the ground. Many pairs in one call; meters.",
      .arguments = with_document(
          {
              {.name = "pairs",
               .type = Type::Objects,
               .description =
                   "Pairs of ids of primitives, meshes, instances or anchors; bone:hand is a bone, "
                   "ground everything below y = 0.",
               .example = R"([{"a": "shade", "b": "arm"}, {"a": "body.head", "b": "table"}])",
               .fields = {{.name = "a",
                           .type = Type::Text,
                           .description = "What to measure from.",
                           .required = true},
                          {.name = "b",
                           .type = Type::Text,
                           .description = "What to measure to.",
                           .required = true}}},
              {.name = "bones",
               .type = Type::Texts,
               .description = "Bones: head, tail, length and direction.",
               .example = R"(["elbow"])"},
              {.name = "ground",
               .type = Type::Texts,
               .description = "Parts whose lowest point is asked for; that of all is always there.",
               .example = R"(["foot_l", "foot_r"])"},
              {.name = "pose",
               .type = Type::Text,
               .description = "The pose to measure in (default: the rest shape)."},
              {.name = "clip",
               .type = Type::Text,
               .description = "Of a motion: the clip to measure in, at the moment 'at'."},
              {.name = "at",
               .type = Type::Number,
               .description = "The moment of the clip, in seconds (default: 0).",
               .min = 0},
          },
          "The number of items of each list (default: 200)."),
      .output = output,
      .example = R"({"path":"lamp.rigy.yaml","pairs":[{"a":"shade","b":"arm"}],"ground":["base"]})",
      .run = run_measure};
}

}  // namespace rigy::interfaces

// measure: distances of pairs, bones, and heights above the ground.
#include <utility>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "rigy/inspect.hpp"
#include "rigy/measure.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
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

// The key `error`: why there is no answer for an item.
void write_error(JsonWriter& json, const Outcome& outcome) {
  const std::vector<Diagnostic>& found = outcome.report.diagnostics;
  const std::string fault = option_fault(outcome);
  json.key("error");
  json.string(fault.empty() && !found.empty() ? message_of(found.front()) : fault);
}

// A pair, or why it cannot be measured.
void write_pair(JsonWriter& json, const Analysis& analysis, const MeasureOptions& options) {
  const MeasureResult measured = measure(analysis, options);
  if (measured.measurement) return json.text(on_one_line(to_json(*measured.measurement)));
  json.begin_object();
  json.key("a");
  json.string(options.a);
  json.key("b");
  json.string(options.b);
  write_error(json, measured);
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

void write_unknown_bone(JsonWriter& json, const std::string& id, const Inspection& inspection) {
  ClosestWord closest(id);
  for (const InspectedArmature& armature : inspection.armatures) {
    for (const InspectedBone& bone : armature.bones) closest.offer(bone.id);
  }
  json.begin_object();
  json.key("id");
  json.string(id);
  json.key("error");
  json.string(closest.best().empty()
                  ? fmt::format("there is no bone '{}'", id)
                  : fmt::format("there is no bone '{}'; did you mean '{}'?", id, closest.best()));
  json.end_object();
}

// All bones of these ids, in this order.
void write_bones(JsonWriter& json, const std::vector<std::string>& ids,
                 const Inspection& inspection, ListPage& page) {
  json.key("bones");
  json.begin_array();
  const ListPage::Part part = page.part_of(ids.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    bool is_known = false;
    for (const InspectedArmature& armature : inspection.armatures) {
      for (const InspectedBone& bone : armature.bones) {
        if (bone.id != ids[i]) continue;
        write_bone(json, bone);
        is_known = true;
      }
    }
    if (!is_known) write_unknown_bone(json, ids[i], inspection);
  }
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

// The lowest point of a part, or why there is none.
void write_lowest(JsonWriter& json, const Arguments& arguments, const Analysis& analysis,
                  const std::string& id) {
  InspectOptions options;
  options.primitives = {id};
  options.pose = pose_in(arguments);
  const InspectResult found = inspect(analysis, options);
  if (!found.inspection) {
    json.begin_object();
    json.key("id");
    json.string(id);
    write_error(json, found);
    return json.end_object();
  }
  std::optional<Aabb> lowest;
  for (const InspectedPrimitive& one : found.inspection->primitives) {
    if (one.aabb && (!lowest || one.aabb->min[1] < lowest->min[1])) lowest = one.aabb;
  }
  write_height(json, id, lowest);
}

// The lowest point of everything, and of each part.
void write_ground(JsonWriter& json, const Arguments& arguments, const Analysis& analysis,
                  const Inspection& inspection, ListPage& page) {
  json.key("ground");
  json.begin_array();
  write_height(json, "", inspection.bounds);
  const std::vector<std::string> ids = arguments.texts("ground");
  const ListPage::Part part = page.part_of(ids.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    write_lowest(json, arguments, analysis, ids[i]);
  }
  json.end_array();
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
    return found.empty() ? option_fault(inspected) : message_of(found.front());
  }
  const Inspection& inspection = *inspected.inspection;
  if (arguments.has("bones")) write_bones(json, arguments.texts("bones"), inspection, page);
  if (arguments.has("ground")) write_ground(json, arguments, analysis, inspection, page);
  return {};
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

// "apart","touching", …
std::string status_words() {
  std::string words;
  for (int i = 0; i <= static_cast<int>(MeasureStatus::Contained); ++i) {
    words += fmt::format("{}\"{}\"", i == 0 ? "" : ",", name_of(static_cast<MeasureStatus>(i)));
  }
  return words;
}

std::string output_of_measure() {
  constexpr std::string_view error =
      R"("error":{"type":"string","description":"Why there is no answer for it"})";
  const std::string point = R"({"type":"array","items":{"type":"number"}})";
  return properties(
      {report_schema(),
       list_of("pairs", "How far two things are apart",
               properties({R"("a":{"type":"string"},"b":{"type":"string"})",
                           "\"status\":{\"enum\":[" + status_words() + "]}",
                           R"("distance":{"type":"number"})",
                           R"("penetration":{"type":["number","null"]})",
                           R"("direction":{"type":["array","null"],"items":{"type":"number"}})",
                           R"("points":{"type":["array","null"],"items":)" + point + "}", error}),
               R"("a","b")"),
       list_of("bones", "Where bones are",
               properties({R"("id":{"type":"string"})", "\"head\":" + point, "\"tail\":" + point,
                           R"("length":{"type":"number"})", "\"direction\":" + point, error}),
               R"("id")"),
       list_of("ground", "The height of the lowest point: 0 stands on the ground",
               properties({R"("id":{"type":"string"},"lowest":{"type":["number","null"]})", error}),
               R"("id")")});
}

}  // namespace

Tool measure_tool() {
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
                           .example = R"("shade")",
                           .required = true},
                          {.name = "b",
                           .type = Type::Text,
                           .description = "What to measure to.",
                           .example = R"("arm")",
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
               .description = "The pose to measure in (default: the rest shape).",
               .example = R"("wave")",
               .excludes = {"clip"}},
              {.name = "clip",
               .type = Type::Text,
               .description = "Of a motion: the clip to measure in, at the moment 'at'.",
               .example = R"("walk")"},
              {.name = "at",
               .type = Type::Number,
               .description = "The moment of the clip, in seconds (default: 0).",
               .example = "0.25",
               .min = 0,
               .needs = "clip"},
          },
          "The number of items of each list (default: 200)."),
      .output = output_of_measure(),
      .always = report_keys(),
      .example = R"({"path":"lamp.rigy.yaml","pairs":[{"a":"shade","b":"arm"}],"ground":["base"]})",
      .run = run_measure};
}

}  // namespace rigy::interfaces

// rigy measure: how two things of a document lie relative to each other.
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "cli/moment_options.hpp"
#include "common/unreachable.hpp"
#include "platform/program.hpp"
#include "rigy/measure.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* measure_footer =
    R"(A and B are ids of primitives, meshes, instances or anchors, with as much of the path as necessary:
head, body.head, car.body.head. If things of several kinds share an id, write mesh:base or anchor:base.
bone:hand is the segment from head to tail of a bone, ground is everything below y = 0.

The status is apart, touching (within 0.000001 m), overlapping, containing (B lies inside A) or
contained (A lies inside B). Boxes, spheres, cylinders, capsules and wedges are measured as smooth
shapes; implicit surfaces, and shapes that a pose bends, by their triangles.

Exit status: 0 success, 1 the document was rejected or lacks A or B, 2 invalid usage, 3 a file
could not be read.

Examples:
  rigy measure lamp.rigy.yaml shade arm
  rigy measure lamp.rigy.yaml lamp.base anchor:desk --format json
  rigy measure arm.rigy.yaml hand table --pose reach
  rigy measure fox.rigy.yaml bone:L_foot ground --pose step
  rigy measure walk.rigm.yaml bone:L_foot ground --clip walk --at 0.25
  rigy measure room.rigs.yaml lamp desk)";

struct MeasureArguments {
  DocumentOptions documents;
  std::string input;
  MeasureOptions measure;
  MomentOptions moment;
  bool json = false;
};

struct Paint {
  std::string_view strong;
  std::string_view faint;
  std::string_view off;
};

Paint paint_for(ColorChoice choice) {
  if (!wants_color(choice, platform::standard_output)) return {};
  return {"\x1b[1m", "\x1b[2m", "\x1b[0m"};
}

// Negative zeros and what is zero but for rounding would only distract.
double shown(double value) { return value < 1e-12 && value > -1e-12 ? 0.0 : value; }

std::string vector_text(const std::array<double, 3>& v) {
  return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", shown(v[0]), shown(v[1]), shown(v[2]));
}

std::string sentence(const Measurement& found) {
  switch (found.status) {
    case MeasureStatus::Apart:
      return "are apart";
    case MeasureStatus::Touching:
      return "touch";
    case MeasureStatus::Overlapping:
      return "overlap";
    case MeasureStatus::Containing:
    case MeasureStatus::Contained:
      return {};
  }
  unreachable();
}

std::string headline(const Measurement& found, const Paint& paint) {
  if (found.status == MeasureStatus::Containing || found.status == MeasureStatus::Contained) {
    const bool swapped = found.status == MeasureStatus::Contained;
    return fmt::format("'{}' {}contains{} '{}'\n", swapped ? found.b : found.a, paint.strong,
                       paint.off, swapped ? found.a : found.b);
  }
  return fmt::format("'{}' and '{}' {}{}{}\n", found.a, found.b, paint.strong, sentence(found),
                     paint.off);
}

std::string text_of(Measurement found, const Paint& paint) {
  found.a = terminal_text(found.a);
  found.b = terminal_text(found.b);
  std::string text = headline(found, paint);
  const auto add = [&](std::string_view name, const std::string& value, const std::string& note) {
    fmt::format_to(std::back_inserter(text), "  {:<12}{}", name, value);
    if (!note.empty()) text.append(paint.faint).append("  " + note).append(paint.off);
    text += '\n';
  };
  const bool is_deep = found.status > MeasureStatus::Touching;
  if (found.status == MeasureStatus::Apart) {
    add("distance", fmt::format("{:.6g} m", found.distance), "");
  }
  if (is_deep && found.penetration) {
    add("penetration", fmt::format("{:.6g} m", *found.penetration), "");
  }
  if (is_deep && !found.penetration) {
    add("penetration", "unknown", "one of the two is not convex");
  }
  if (found.direction) {
    add("direction", vector_text(*found.direction),
        is_deep ? fmt::format("the way out for '{}'", found.b)
                : fmt::format("from '{}' to '{}'", found.a, found.b));
  }
  add("points", vector_text(found.points[0]), fmt::format("of '{}'", found.a));
  add("", vector_text(found.points[1]), fmt::format("of '{}'", found.b));
  return text;
}

Product measure_in_document(const MeasureArguments& arguments, const DocumentInput& input) {
  MeasureOptions options = arguments.measure;
  options.analysis = input.analysis;
  MeasureResult measured = measure(input.entry, input.files, options);
  const std::optional<Measurement> found = std::move(measured.measurement);
  Product product{std::move(measured)};
  if (!found) return product;
  product.outputs.push_back({"-", arguments.json
                                      ? to_json(*found) + "\n"
                                      : text_of(*found, paint_for(arguments.documents.color))});
  return product;
}

ExitCode run_measure(MeasureArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  if (arguments.json && !documents.diagnostics) documents.diagnostics = DiagnosticsFormat::Json;
  documents.inputs = {arguments.input};
  complete_one(documents, "measure");
  arguments.measure.pose = pose_of(arguments.moment);
  Run run;
  run.command = "measure";
  run.pose = arguments.measure.pose;
  run.operation = [&arguments](const DocumentInput& input) {
    return measure_in_document(arguments, input);
  };
  return run_jobs({{documents.inputs.front(), "-"}}, documents, run);
}

}  // namespace

Action add_measure_command(Options& options) {
  options.footer(measure_footer);
  const auto arguments = std::make_shared<MeasureArguments>();
  MeasureOptions& measure = arguments->measure;
  options.text("IN", arguments->input, "", "Document; '-' is standard input").required();
  options.text("A", measure.a, "", "What to measure from").required();
  options.text("B", measure.b, "", "What to measure to").required();
  add_moment_options(options, arguments->moment, "measure in");
  options.choice<bool>("--format", arguments->json, {{"text", false}, {"json", true}},
                       "Text (default), or one JSON object");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_measure(*arguments); };
}

}  // namespace rigy::interfaces::cli

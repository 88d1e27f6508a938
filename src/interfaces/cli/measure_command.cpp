// rigy measure: how two things of a document lie relative to each other.
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "cli/choice.hpp"
#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "platform/program.hpp"
#include "rigy/measure.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(A and B are ids of primitives, meshes, instances or anchors, with as much of the path as is needed:
head, body.head, car.body.head. Where one id names things of several kinds, write mesh:base or
anchor:base.

The status is apart, touching (within 0.000001 m), overlapping, containing (B lies inside A) or
contained (A lies inside B). Boxes, spheres, cylinders, capsules and wedges count as smooth shapes;
implicit surfaces, and what a pose bends, as their triangles.

Exit status: 0 success, 1 the document was rejected or has no such things, 2 invalid usage, 3 a file
could not be read.

Examples:
  rigy measure lamp.rigy.yaml shade arm
  rigy measure lamp.rigy.yaml lamp.base anchor:desk --format json
  rigy measure arm.rigy.yaml hand table --pose reach
  rigy measure room.rigs.yaml lamp desk)";

struct MeasureArguments {
  DocumentOptions documents;
  std::string input;
  MeasureOptions measure;
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
      break;
  }
  return {};
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

MeasureOptions measure_options(const MeasureArguments& arguments) {
  MeasureOptions options = arguments.measure;
  take_analysis_options(arguments.documents, options);
  return options;
}

ExitCode run_measure(MeasureArguments& arguments) {
  if (arguments.json) arguments.documents.diagnostics = DiagnosticsFormat::Json;
  arguments.documents.inputs = {arguments.input};
  complete(arguments.documents);
  if (arguments.documents.inputs.size() > 1) {
    throw UsageError("rigy measure takes one document, but there are several inputs");
  }
  const MeasureOptions options = measure_options(arguments);
  const DocumentWriter writer = [&](const std::string& entry, FileReader& files) {
    MeasureResult result = measure(entry, files, options);
    WrittenDocument written;
    if (result.measurement) {
      written.bytes = arguments.json
                          ? to_json(*result.measurement) + "\n"
                          : text_of(*result.measurement, paint_for(arguments.documents.color));
    }
    written.report = std::move(result.report);
    written.files = std::move(result.files);
    written.timings = std::move(result.timings);
    written.entry_unreadable = result.entry_unreadable;
    written.is_scene = result.is_scene;
    written.pose = options.pose;
    written.param_faults = std::move(result.param_faults);
    return written;
  };
  return run_writer({arguments.documents.inputs.front(), "-"}, arguments.documents, writer);
}

void add_options(CLI::App& command, MeasureArguments& arguments) {
  add_text_option(command, "IN", arguments.input, "Document; '-' is standard input")
      ->required()
      ->type_name("");
  add_text_option(command, "A", arguments.measure.a, "What to measure from")
      ->required()
      ->type_name("");
  add_text_option(command, "B", arguments.measure.b, "What to measure to")
      ->required()
      ->type_name("");
  add_text_option(command, "--pose", arguments.measure.pose,
                  "The pose to measure in (default: the rest shape)")
      ->type_name("ID");
  add_choice<bool>(command, "--format", arguments.json, {{"text", false}, {"json", true}},
                   "Text (default), or one JSON object");
  add_reading_options(command, arguments.documents);
  add_color_option(command, arguments.documents.color);
}

}  // namespace

void add_measure_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("measure", "Measure the distance of two parts of a document");
  command.footer(help_footer);
  const auto arguments = std::make_shared<MeasureArguments>();
  // Added only once the command is chosen: otherwise every start would pay for the options.
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback(
      [arguments, &action] { action = [arguments] { return run_measure(*arguments); }; });
}

}  // namespace rigy::interfaces::cli

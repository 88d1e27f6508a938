// rigy inspect: what a document is, in numbers.
#include <memory>
#include <string>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/choice.hpp"
#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "platform/program.hpp"
#include "rigy/inspect.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(Everything is measured at rest, in meters, where the output shows it. Ids are those of primitives,
meshes and instances, with as much of the path as is needed: head, body.head, car.body.head.

Intent checks are the entries of geometry_checks.alignment in the document: normal_parallel,
point_on_line, coplanar, touching, above, inside, distance, symmetric.

Exit status: 0 success, 1 the document was rejected, or with --fail-on-intent a check does not pass or
cannot be evaluated, 2 invalid usage, 3 a file could not be read or written.

Examples:
  rigy inspect arm.rigy.yaml
  rigy inspect house.rigy.yaml --primitive roof,chimney --pairwise-gaps
  rigy inspect house.rigy.yaml --param width=6 --fail-on-intent
  rigy inspect car.rigs.yaml --format json -o car.json
  rigy inspect arm.rigy.yaml --format json | jq '.armatures[].bones[] | {id, length}')";

enum class InspectFormat { Text, Json };

struct InspectArguments {
  DocumentOptions documents;
  std::string output = "-";
  InspectFormat format = InspectFormat::Text;
  bool fail_on_intent = false;
  InspectOptions inspect;
};

// Colours are for people at a terminal, not for files.
bool wants_color(const InspectArguments& arguments) {
  const ColorChoice choice = arguments.documents.color;
  if (choice == ColorChoice::Auto && arguments.output != "-") return false;
  return wants_color(choice, platform::standard_output);
}

InspectOptions inspect_options(const InspectArguments& arguments) {
  InspectOptions options = arguments.inspect;
  options.intent_checks = options.intent_checks || arguments.fail_on_intent;
  take_analysis_options(arguments.documents, options);
  return options;
}

WrittenDocument written_of(InspectResult inspected, const InspectArguments& arguments) {
  WrittenDocument written;
  if (inspected.inspection) {
    written.bytes = arguments.format == InspectFormat::Json
                        ? inspection_json(*inspected.inspection)
                        : inspection_text(*inspected.inspection, wants_color(arguments));
    written.is_failure = arguments.fail_on_intent && !intent_holds(*inspected.inspection);
  }
  written.report = std::move(inspected.report);
  written.files = std::move(inspected.files);
  written.timings = std::move(inspected.timings);
  written.entry_unreadable = inspected.entry_unreadable;
  written.is_scene = inspected.is_scene;
  written.param_faults = std::move(inspected.param_faults);
  written.option_faults = std::move(inspected.option_faults);
  return written;
}

ExitCode run_inspect(InspectArguments& arguments) {
  // Then standard output has one JSON value, whether the document is accepted or not.
  if (arguments.format == InspectFormat::Json) {
    arguments.documents.diagnostics = DiagnosticsFormat::Json;
  }
  complete(arguments.documents);
  if (arguments.documents.inputs.size() > 1) {
    throw UsageError("rigy inspect takes one document, but there are several inputs");
  }
  const InspectOptions options = inspect_options(arguments);
  return run_writer({arguments.documents.inputs.front(), arguments.output}, arguments.documents,
                    [&](const std::string& entry, FileReader& files) {
                      return written_of(inspect(entry, files, options), arguments);
                    });
}

void add_options(CLI::App& command, InspectArguments& arguments) {
  InspectOptions& inspect = arguments.inspect;
  add_input_option(command, arguments.documents);
  add_text_option(command, "-o,--output", arguments.output,
                  "The inspection (default: '-', standard output)")
      ->type_name("OUT");
  add_choice<InspectFormat>(command, "--format", arguments.format,
                            {{"text", InspectFormat::Text}, {"json", InspectFormat::Json}},
                            "text (default), for people, or json, for programs");
  command
      .add_option("--primitive", inspect.primitives, "List only these primitives; can be repeated")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("IDS");
  command.add_flag("--pairwise-gaps", inspect.pairwise_gaps,
                   "Also list the gaps between the boxes of all pairs of these primitives");
  command.add_flag("--intent-checks", inspect.intent_checks,
                   "Also evaluate the checks of geometry_checks.alignment");
  command.add_flag("--fail-on-intent", arguments.fail_on_intent,
                   "The same, and exit with 1 unless all of them pass");
  command.add_flag("--expanded", inspect.expanded, "Also show the document after preprocessing");
  add_reading_options(command, arguments.documents);
  add_color_option(command, arguments.documents.color);
}

}  // namespace

void add_inspect_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("inspect", "Say what a document is, in numbers");
  command.footer(help_footer);
  const auto arguments = std::make_shared<InspectArguments>();
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback(
      [arguments, &action] { action = [arguments] { return run_inspect(*arguments); }; });
}

}  // namespace rigy::interfaces::cli

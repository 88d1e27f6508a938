// rigy pose: turns of bones as an entry of `poses`.
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "math/rotation.hpp"
#include "rigy/posing.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(A turn is BONE:AXIS:ANGLE, the angle in degrees (70deg) or radians (1.2rad). Parents turn first,
whatever the order of the options; then a bone turns about the asset's axis, which does not turn with
the parent, around its own head, and takes its children along. Turns of one bone follow each other in
the order given.

The entry lists every bone with its world transform, unturned ones at rest. Without --write it is
printed, indented for a list under 'poses:'.

Exit status: 0 success, 1 the document was rejected, 2 invalid usage, 3 a file could not be read or
written.

Examples:
  rigy pose arm.rigy.yaml --turn elbow:z:70deg
  rigy pose arm.rigy.yaml --turn shoulder:x:-30deg --turn elbow:z:70deg --id reach --write)";

struct PoseArguments {
  DocumentOptions documents;
  std::vector<std::string> turns;
  std::string id;
  bool write = false;
};

// "70deg" in radians.
std::optional<double> angle_in(std::string_view text) {
  const bool is_degrees = text.ends_with("deg");
  if (!is_degrees && !text.ends_with("rad")) return {};
  text.remove_suffix(3);
  double value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = fast_float::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return is_degrees ? value * radians_per_degree : value;
}

// A number without its unit is the likely slip.
[[noreturn]] void refuse_turn(std::string_view text, std::string_view angle) {
  if (angle_in(std::string(angle) + "deg")) {
    throw UsageError(fmt::format("--turn: the angle of '{}' has no unit; write {}deg or {}rad",
                                 text, angle, angle));
  }
  throw UsageError(fmt::format(
      "--turn: '{}' is not BONE:AXIS:ANGLE, for example elbow:z:70deg or elbow:z:1.2rad", text));
}

// The id of a bone may contain colons.
BoneTurn parse_turn(std::string_view text) {
  const std::size_t before_angle = text.rfind(':');
  if (before_angle != std::string_view::npos && before_angle >= 3 &&
      text[before_angle - 2] == ':') {
    const char axis = text[before_angle - 1];
    const std::optional<double> angle = angle_in(text.substr(before_angle + 1));
    if (angle && (axis == 'x' || axis == 'y' || axis == 'z')) {
      return {std::string(text.substr(0, before_angle - 2)), axis, *angle};
    }
  }
  const bool has_colon = before_angle != std::string_view::npos;
  refuse_turn(text, has_colon ? text.substr(before_angle + 1) : std::string_view());
}

// Reads through another reader, keeps the text of the entry, or has another one in its place.
class EntryFiles final : public FileReader {
 public:
  explicit EntryFiles(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override {
    FileResult result = files_.read_entry(path);
    if (auto* contents = std::get_if<FileContents>(&result)) {
      (replaced_ ? contents->text : text_) = replaced_ ? text_ : contents->text;
    }
    return result;
  }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return files_.read_relative(from, path);
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  void replace(std::string text) {
    text_ = std::move(text);
    replaced_ = true;
  }

 private:
  FileReader& files_;
  std::string text_;
  bool replaced_ = false;
};

AnalyzeOptions analyze_options(const DocumentOptions& from) {
  AnalyzeOptions options;
  options.params = from.compile.params;
  options.warnings_as_errors = from.compile.warnings_as_errors;
  options.suppressed_warnings = from.compile.suppressed_warnings;
  options.max_errors = from.compile.max_errors;
  options.threads = from.jobs;
  return options;
}

// The text with the pose, once it has been read again; a fault if there is no place for it.
std::string inserted(const std::string& entry, EntryFiles& files, const MadePose& pose,
                     std::vector<std::string>& faults) {
  if (std::optional<std::string> text = with_pose(files.text(), pose)) {
    files.replace(std::move(*text));
    const Analysis again = analyze(entry, files);
    // The pose is there if its id is taken now.
    if (again.report.ok() && !make_pose(again, {}, pose.id).faults.empty()) return files.text();
  }
  faults.emplace_back(
      "--write: the text has no place for the entry; leave out --write and paste what is printed");
  return {};
}

WrittenDocument write_pose(const std::string& entry, FileReader& files,
                           const PoseArguments& arguments, const std::vector<BoneTurn>& turns) {
  EntryFiles kept(files);
  Analysis analysis = analyze(entry, kept, analyze_options(arguments.documents));
  WrittenDocument written;
  if (analysis.report.ok() && analysis.param_faults.empty()) {
    MadePose pose = make_pose(analysis, turns, arguments.id);
    written.option_faults = std::move(pose.faults);
    if (written.option_faults.empty()) {
      written.bytes = arguments.write ? inserted(entry, kept, pose, written.option_faults)
                                      : pose_entry(pose, 2);
    }
  }
  written.report = std::move(analysis.report);
  // With --write the document is the output, and may be replaced.
  if (!arguments.write) written.files = std::move(analysis.files);
  written.timings = std::move(analysis.timings);
  written.entry_unreadable = analysis.entry_unreadable;
  written.param_faults = std::move(analysis.param_faults);
  return written;
}

void check_write(const PoseArguments& arguments) {
  if (!arguments.write) return;
  if (arguments.documents.inputs.front() == "-") {
    throw UsageError("--write needs a file, not standard input");
  }
  if (!arguments.documents.compile.params.empty()) {
    throw UsageError(
        "--write and --param cannot be used together: the pose would not fit the document");
  }
}

ExitCode run_pose(PoseArguments& arguments) {
  complete(arguments.documents);
  if (arguments.documents.inputs.size() > 1) {
    throw UsageError("rigy pose takes one document, but there are several inputs");
  }
  check_write(arguments);
  std::vector<BoneTurn> turns;
  for (const std::string& turn : arguments.turns) turns.push_back(parse_turn(turn));
  const std::string& input = arguments.documents.inputs.front();
  return run_writer({input, arguments.write ? input : "-"}, arguments.documents,
                    [&](const std::string& entry, FileReader& files) {
                      return write_pose(entry, files, arguments, turns);
                    });
}

void add_options(CLI::App& command, PoseArguments& arguments) {
  add_input_option(command, arguments.documents);
  command.add_option("--turn", arguments.turns, "Turn a bone; can be repeated")
      ->required()
      ->allow_extra_args(false)
      ->type_name("BONE:AXIS:ANGLE");
  add_text_option(command, "--id", arguments.id, "The id of the pose (default: pose, pose_2, ...)")
      ->type_name("NAME");
  command.add_flag("--write", arguments.write, "Insert the entry into the document");
  add_reading_options(command, arguments.documents);
}

}  // namespace

void add_pose_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("pose", "Make a pose by turning bones");
  command.footer(help_footer);
  const auto arguments = std::make_shared<PoseArguments>();
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback([arguments, &action] { action = [arguments] { return run_pose(*arguments); }; });
}

}  // namespace rigy::interfaces::cli

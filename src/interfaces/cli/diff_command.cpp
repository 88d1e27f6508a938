// rigy diff: what changed between two documents.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/diff_picture.hpp"
#include "cli/diff_sides.hpp"
#include "cli/document_options.hpp"
#include "cli/output.hpp"
#include "diagnostics/render_human.hpp"
#include "diagnostics/render_json.hpp"
#include "diagnostics/render_sarif.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"
#include "rigy/diff.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* diff_footer =
    R"(Documents are compared by what they mean: comments, formatting, params, repetitions, expressions
and macros do not count if the objects are the same. Values that differ only by rounding (1e-11) are
equal.

With --git, the first document is the file in a revision, with the imports, contracts and weight
files of that revision; the second is the file on disk. REV..REV compares two revisions.

As an external diff of git:
  git config diff.rigy.command "rigy diff --git-driver"
  echo "*.rigy.yaml diff=rigy" >> .gitattributes

Exit status: 0 no change, 1 the documents differ, or one was rejected, 2 invalid usage, 3 a file
could not be read or written. With --git-driver it is always 0.

Examples:
  rigy diff old.rigy.yaml new.rigy.yaml
  rigy diff old.rigy.yaml new.rigy.yaml --image diff.png --view front
  rigy diff --git HEAD lamp.rigy.yaml
  rigy diff --git v1.0..v1.1 lamp.rigy.yaml --format json
  rigy diff --git HEAD~3 old_name.rigy.yaml new_name.rigy.yaml)";

enum class DiffFormat { Text, Json };

struct DiffArguments {
  DocumentOptions documents;
  std::string revision;
  bool is_driver = false;
  DiffFormat format = DiffFormat::Text;
  DiffPictureOptions picture;
};

// Of one side; nothing if there is no document.
using MaybeAnalysis = std::unique_ptr<Analysis>;

MaybeAnalysis analyzed(const DiffSide& side, const DocumentOptions& options) {
  if (side.files == nullptr) return nullptr;
  auto analysis = std::make_unique<Analysis>(analyze(side.entry, *side.files, options.analysis));
  if (!analysis->param_faults.empty()) {
    throw UsageError(
        fmt::format("--param: {}: {}", side.entry, fmt::join(analysis->param_faults, "; ")));
  }
  return analysis;
}

bool wants_color(const DiffArguments& arguments) {
  const auto is_set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  const ColorChoice choice = arguments.documents.color;
  const bool pager = arguments.is_driver && is_set("GIT_PAGER_IN_USE") && !is_set("NO_COLOR");
  return (choice == ColorChoice::Auto && pager) || wants_color(choice, platform::standard_output);
}

// The errors alone: warnings say nothing about differences.
Report errors_of(Report report) {
  std::erase_if(report.diagnostics,
                [](const Diagnostic& one) { return one.severity != Severity::Error; });
  report.warnings = 0;
  report.warning_counts.clear();
  return report;
}

std::string errors_text(const Report& all, bool color) {
  const Report report = errors_of(all);
  return report.ok() ? std::string() : render_human(report, color ? Color::On : Color::Off);
}

bool reads(const MaybeAnalysis& analysis, const std::string& output) {
  if (analysis == nullptr) return false;
  return std::any_of(analysis->files.begin(), analysis->files.end(), [&](const std::string& file) {
    std::error_code error;
    return std::filesystem::equivalent(platform::to_path(file), platform::to_path(output), error) &&
           !error;
  });
}

void write_picture(const MaybeAnalysis& before, const MaybeAnalysis& after,
                   const DiffPictureOptions& options) {
  if (reads(before, options.output) || reads(after, options.output)) {
    throw FileTroubleError(fmt::format("cannot write '{}': a document reads it", options.output));
  }
  const DiffPicture picture = draw_diff(*before, *after, options);
  if (picture.png.empty()) {
    print_error(errors_text(picture.report, false));
    throw FileTroubleError(fmt::format("'{}' was not written", options.output));
  }
  if (const std::error_code error = write_file(options.output, {bytes_of(picture.png)})) {
    throw FileTroubleError(fmt::format("cannot write '{}': {}", options.output, error.message()));
  }
}

// What git shows; its standard error would be out of order.
std::string driver_text(const Diff& compared, bool reads_more, bool color) {
  std::string text = diff_text(compared, color);
  text += errors_text(compared.before_report, color) + errors_text(compared.after_report, color);
  if (reads_more) {
    text += "note: imports, contracts and weight files are those of the work tree on both sides\n";
  }
  return text;
}

ExitCode run_driver(const DiffArguments& arguments, const Diff& compared, bool reads_more) {
  const bool is_json = arguments.format == DiffFormat::Json;
  print(is_json ? diff_json(compared) : driver_text(compared, reads_more, wants_color(arguments)));
  return Done;
}

// What is wrong with the documents, if it is not in the result.
void print_errors(const DiffArguments& arguments, const Diff& compared) {
  const DocumentOptions& documents = arguments.documents;
  if (documents.is_for_people()) {
    if (arguments.format == DiffFormat::Json) return;
    print_error(errors_text(compared.before_report, wants_color(arguments)));
    print_error(errors_text(compared.after_report, wants_color(arguments)));
    return;
  }
  const std::array reports{errors_of(compared.before_report), errors_of(compared.after_report)};
  print(documents.diagnostics == DiagnosticsFormat::Sarif ? render_sarif(reports, false)
                                                          : render_json(reports, {}, false));
}

ExitCode print_comparison(const DiffArguments& arguments, const Diff& compared) {
  const bool is_fine = compared.comparable();
  const bool is_json = arguments.format == DiffFormat::Json;
  if (!is_fine) print_errors(arguments, compared);
  const bool is_printed = is_fine || (is_json && arguments.documents.is_for_people());
  if (is_printed) {
    print(is_json ? diff_json(compared) : diff_text(compared, wants_color(arguments)));
  }
  return compared.same() ? Done : Rejected;
}

DiffSides sides_of(const DiffArguments& arguments) {
  const std::vector<std::string>& inputs = arguments.documents.inputs;
  if (arguments.is_driver) return sides_of_driver(inputs);
  if (!arguments.revision.empty()) {
    return sides_of_revision(arguments.revision, inputs, arguments.documents.root);
  }
  return sides_of_files(inputs, arguments.documents.root);
}

void check_options(const DiffArguments& arguments) {
  const DiffPictureOptions& picture = arguments.picture;
  if (arguments.is_driver && !arguments.revision.empty()) {
    throw UsageError("--git and --git-driver cannot be used together");
  }
  if (!picture.output.empty()) {
    if (arguments.is_driver) throw UsageError("--git-driver draws no picture");
    return check_picture_options(picture);
  }
  if (!picture.view.empty() || !picture.size.empty() || !picture.background.empty() ||
      !picture.pose.empty() || !picture.fit.empty()) {
    throw UsageError("--view, --size, --background, --pose and --fit need --image OUT.png");
  }
}

ExitCode run_diff(DiffArguments& arguments) {
  check_options(arguments);
  DocumentOptions& documents = arguments.documents;
  // git calls an external diff with the path alone if the file is not merged.
  if (arguments.is_driver && documents.inputs.size() == 1) {
    print(fmt::format("* Unmerged path {}\n", documents.inputs.front()));
    return Done;
  }
  const DiffSides sides = sides_of(arguments);
  complete_sources(documents);
  const MaybeAnalysis before = analyzed(sides.before, documents);
  const bool is_too_large = before != nullptr && !has_comparable_size(*before);
  const MaybeAnalysis after = is_too_large ? nullptr : analyzed(sides.after, documents);
  const Diff compared = diff(before.get(), after.get(), {documents.jobs});
  if (arguments.is_driver) {
    const auto reads_more = [](const MaybeAnalysis& side) {
      return side != nullptr && side->files.size() > 1;
    };
    return run_driver(arguments, compared, reads_more(before) || reads_more(after));
  }
  if (!arguments.picture.output.empty() && compared.comparable()) {
    arguments.picture.threads = documents.jobs;
    write_picture(before, after, arguments.picture);
  }
  const auto is_unreadable = [](const MaybeAnalysis& side) {
    return side != nullptr && side->entry_unreadable;
  };
  const ExitCode code = print_comparison(arguments, compared);
  return is_unreadable(before) || is_unreadable(after) ? FileTrouble : code;
}

void add_picture_options(Options& options, DiffPictureOptions& picture) {
  options.text("--image", picture.output, "OUT.png",
               "Draw before, after and the difference in color, side by side");
  options.text("--view", picture.view, "VIEW",
               "Camera position of the picture, as for render (default: iso)");
  options.text("--size", picture.size, "WxH", "Pixels of the picture (default: 1200x400)");
  options.word("--background", picture.background, {"light", "dark", "transparent"},
               "Default: light");
  options.text("--pose", picture.pose, "ID", "The pose in the picture (default: at rest)");
  options.word("--fit", picture.fit, {"rest", "pose"},
               "What the camera fits: the rest shape (default) or the pose");
}

}  // namespace

Action add_diff_command(Options& options) {
  options.footer(diff_footer);
  const auto arguments = std::make_shared<DiffArguments>();
  DocumentOptions& documents = arguments->documents;
  options.words("DOCUMENTS", documents.inputs, "The two documents; '-' is standard input");
  options.text("--git", arguments->revision, "REV", "Compare with the file in a revision");
  options.flag("--git-driver", arguments->is_driver,
               "Take the arguments of git's external diffs, see below");
  add_picture_options(options, arguments->picture);
  add_source_options(options, documents);
  options.choice<DiffFormat>("--format", arguments->format,
                             {{"text", DiffFormat::Text}, {"json", DiffFormat::Json}},
                             "Text (default) or JSON, on standard output");
  add_diagnostics_option(options, documents);
  add_color_option(options, documents.color);
  add_jobs_option(options, documents.jobs);
  return [arguments] { return run_diff(*arguments); };
}

}  // namespace rigy::interfaces::cli

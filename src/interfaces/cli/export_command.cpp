// rigy export: documents become files that other programs open as their users expect.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "cli/build_state.hpp"
#include "cli/choice.hpp"
#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "cli/targets.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"
#include "rigy/export.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* help_footer =
    R"(The extension of OUT says the format. Without -o and --out-dir, arm.rigy.yaml is exported to arm.glb
in the same folder, and standard input to standard output. A document faces -z; the export faces +z, as
other programs expect, unless --face -z asks for it as it is. An export of several files (.gltf with
.bin, .obj with .mtl) is written completely or not at all.

Presets only set options; options that are given win:
  blender   --format glb
  godot     --format glb --colliders godot
  three     --format glb
  unity     --format fbx
  unreal    --format fbx --colliders unreal

Exit status: 0 success, 1 a document was rejected, 2 invalid usage, 3 a file could not
be read or written.

Examples:
  rigy export arm.rigy.yaml -o arm.glb
  rigy export arm.rigy.yaml --for godot -o arm.glb
  rigy export arm.rigy.yaml --for unreal -o arm.fbx
  rigy export assets/*.rigy.yaml --out-dir build --format gltf
  rigy export arm.rigy.yaml --poses loops -o arm.glb
  rigy export arm.rigy.yaml --pose wave -o wave.obj
  rigy export bracket.rigy.yaml --scale 1000 -o bracket.stl)";

const std::map<std::string, ExportFormat> formats{{"glb", ExportFormat::Glb},
                                                  {"gltf", ExportFormat::Gltf},
                                                  {"fbx", ExportFormat::Fbx},
                                                  {"obj", ExportFormat::Obj},
                                                  {"stl", ExportFormat::Stl}};

struct Preset {
  ExportFormat format = ExportFormat::Glb;
  ExportColliders colliders = ExportColliders::None;
};

const std::map<std::string, Preset> presets{
    {"blender", {}},
    {"godot", {ExportFormat::Glb, ExportColliders::Godot}},
    {"three", {}},
    {"unity", {ExportFormat::Fbx, ExportColliders::None}},
    {"unreal", {ExportFormat::Fbx, ExportColliders::Unreal}}};

// What is not given is as the preset says, or as it is by default.
struct ExportArguments {
  DocumentOptions options;
  std::string output;
  std::string out_dir;
  DepfileOptions depfile;
  std::string report;
  std::string pose;
  std::optional<Preset> preset;
  std::optional<ExportFormat> format;
  std::optional<ExportPoses> poses;
  std::optional<ExportColliders> colliders;
  ExportFace face = ExportFace::PlusZ;
  bool no_anchors = false;
  bool all_files = false;
  double scale = 1;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
  });
  return text;
}

// Nothing if the name of the output does not say.
std::optional<ExportFormat> format_of(const std::string& output) {
  const std::string extension = lower(platform::to_text(platform::to_path(output).extension()));
  if (output.empty() || output == "-" || extension.empty()) return std::nullopt;
  const auto known = formats.find(extension.substr(1));
  if (known != formats.end()) return known->second;
  throw UsageError(fmt::format(
      "rigy export writes .glb, .gltf, .fbx, .obj and .stl files; '{}' has another extension",
      output));
}

ExportFormat choose_format(const ExportArguments& arguments) {
  const std::optional<ExportFormat> named = format_of(arguments.output);
  if (named && arguments.format && *named != *arguments.format) {
    throw UsageError(fmt::format("--format asks for {} files; '{}' has another extension",
                                 extension_of(*arguments.format), arguments.output));
  }
  if (named) return *named;
  return arguments.format.value_or(arguments.preset.value_or(Preset{}).format);
}

ExportOptions export_options(const ExportArguments& arguments) {
  const Preset preset = arguments.preset.value_or(Preset{});
  ExportOptions options;
  options.format = choose_format(arguments);
  options.poses = arguments.poses.value_or(ExportPoses::Stills);
  options.colliders = arguments.colliders.value_or(preset.colliders);
  options.face = arguments.face;
  options.anchors = !arguments.no_anchors;
  options.scale = arguments.scale;
  options.pose = arguments.pose;
  return options;
}

void check_arguments(const ExportArguments& arguments, ExportFormat format) {
  const std::vector<std::string>& inputs = arguments.options.inputs;
  if (!arguments.output.empty() && !arguments.out_dir.empty()) {
    throw UsageError("-o and --out-dir cannot be used together");
  }
  if (!arguments.output.empty() && inputs.size() > 1) {
    throw UsageError("-o names one file, but there are several inputs; use --out-dir");
  }
  if (!arguments.out_dir.empty() && inputs.front() == "-") {
    throw UsageError("--out-dir cannot name the output of standard input; use -o");
  }
  if (arguments.poses && !arguments.pose.empty()) {
    throw UsageError("--pose writes a shape without bones, which --poses would need");
  }
  if (is_static(format) && (arguments.poses || arguments.colliders)) {
    throw UsageError(fmt::format("{}: {} files hold one shape, without bones, poses and colliders",
                                 arguments.poses ? "--poses" : "--colliders",
                                 extension_of(format)));
  }
}

void check_stdout(const ExportArguments& arguments, ExportFormat format) {
  if (export_file_names(format, {}).size() > 1) {
    throw UsageError(fmt::format("standard output cannot take the files of a {} export; use -o",
                                 extension_of(format)));
  }
  if (!arguments.depfile.path.empty()) {
    throw UsageError("--depfile needs an output file; standard output has no name");
  }
  if (arguments.options.diagnostics != DiagnosticsFormat::Human) {
    throw UsageError("standard output cannot take both the export and the diagnostics; use -o");
  }
  if (platform::is_terminal(platform::standard_output)) {
    throw UsageError("not writing binary data to a terminal; use -o or redirect the output");
  }
}

std::string output_of(const std::string& input, const ExportArguments& arguments,
                      ExportFormat format) {
  if (!arguments.output.empty()) return arguments.output;
  if (input == "-") return "-";
  const std::string name = output_stem(input) + std::string(extension_of(format));
  if (!arguments.out_dir.empty())
    return platform::to_text(platform::to_path(arguments.out_dir) / platform::to_path(name));
  return platform::to_text(platform::to_path(input).parent_path() / platform::to_path(name));
}

DocumentJob plan_job(const std::string& input, const ExportArguments& arguments,
                     ExportFormat format) {
  DocumentJob job{input, output_of(input, arguments, format)};
  job.all_outputs = arguments.all_files;
  if (job.output == "-") return job;
  const fs::path output = platform::to_path(job.output);
  const std::vector<std::string> names =
      export_file_names(format, platform::to_text(output.stem()));
  for (std::size_t i = 1; i < names.size(); ++i) {
    job.more_outputs.push_back(
        platform::to_text(output.parent_path() / platform::to_path(names[i])));
  }
  return job;
}

ExitCode run_export(ExportArguments& arguments) {
  complete(arguments.options);
  check_depfile_options(arguments.depfile);
  const ExportOptions options = export_options(arguments);
  check_arguments(arguments, options.format);
  std::vector<DocumentJob> jobs;
  for (const std::string& input : arguments.options.inputs) {
    jobs.push_back(plan_job(input, arguments, options.format));
  }
  std::vector<SideFile> sides;
  // An earlier `rigy compile` may have left its state there.
  const std::string& folder = arguments.out_dir;
  if (!folder.empty()) sides.push_back({"--out-dir", state_file(folder)});
  if (!arguments.depfile.path.empty()) sides.push_back({"--depfile", arguments.depfile.path});
  if (!arguments.report.empty()) sides.push_back({"--report", arguments.report});
  if (jobs.front().output == "-") {
    check_stdout(arguments, options.format);
  } else {
    check_distinct(jobs, sides);
    check_not_input(jobs, arguments.options.lists, sides);
    make_out_dir(arguments.out_dir);
  }
  RunOptions run_options;
  run_options.command = "export";
  run_options.depfile = arguments.depfile;
  run_options.report = arguments.report;
  run_options.success = "exported";
  run_options.exports = options;
  return run_jobs(jobs, arguments.options, run_options);
}

void add_options(CLI::App& command, ExportArguments& arguments) {
  add_text_option(command, "-o,--output", arguments.output, "Output file; '-' is standard output")
      ->type_name("OUT");
  add_text_option(command, "--out-dir", arguments.out_dir,
                  "Folder for the outputs; created if necessary")
      ->type_name("DIR");
  command.add_flag("--all-files", arguments.all_files,
                   "Write .bin and .mtl even where they are empty");
  add_depfile_options(command, arguments.depfile);
  add_report_file_option(command, arguments.report);
  add_inputs(command, arguments.options);
  add_choice(command, "--format", arguments.format,
             std::map<std::string, std::optional<ExportFormat>>(formats.begin(), formats.end()),
             "Format, where no OUT says it");
  add_choice(command, "--for", arguments.preset,
             std::map<std::string, std::optional<Preset>>(presets.begin(), presets.end()),
             "The options that suit a program");
  add_choice(
      command, "--poses", arguments.poses,
      {{"stills", ExportPoses::Stills}, {"loops", ExportPoses::Loops}, {"none", ExportPoses::None}},
      "Poses as animations of one key (default), or from rest to pose and back");
  add_text_option(command, "--pose", arguments.pose, "Write the shape in this pose, without bones")
      ->type_name("ID");
  add_choice(command, "--colliders", arguments.colliders,
             {{"none", ExportColliders::None},
              {"godot", ExportColliders::Godot},
              {"unreal", ExportColliders::Unreal}},
             "Collision shapes from the primitives, named as an engine wants it");
  add_choice(command, "--face", arguments.face,
             {{"+z", ExportFace::PlusZ}, {"-z", ExportFace::MinusZ}},
             "Where the model faces: +z, turned (default), or -z, as in the document");
  command.add_flag("--no-anchors", arguments.no_anchors, "Leave out the anchors");
  command.add_option("--scale", arguments.scale, "Multiply all lengths")
      ->check([](const std::string& text) {
        double scale = 0;
        const bool is_number = CLI::detail::lexical_cast(text, scale);
        const bool is_fine = is_number && std::isfinite(scale) && scale > 0;
        return is_fine ? std::string() : fmt::format("'{}' is not a number above 0", text);
      })
      ->type_name("F");
  add_common_options(command, arguments.options);
}

}  // namespace

void add_export_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("export", "Export documents for other programs: glTF, FBX, OBJ, STL");
  command.footer(help_footer);
  const auto arguments = std::make_shared<ExportArguments>();
  // Only once the command is chosen: options cost time that every start would pay.
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback(
      [arguments, &action] { action = [arguments] { return run_export(*arguments); }; });
}

}  // namespace rigy::interfaces::cli

// rigy export: documents become files that other programs open as their users expect.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/document_products.hpp"
#include "cli/engine.hpp"
#include "cli/numbers.hpp"
#include "cli/targets.hpp"
#include "platform/files.hpp"
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
  blender   --format glb --rest-clip
  godot     --format glb --colliders godot --names godot --merge armature
  three     --format glb --merge armature
  unity     --format fbx --merge armature
  unreal    --format fbx --colliders unreal --unit cm --merge armature

Exit status: 0 success, 1 a document was rejected, 2 invalid usage, 3 a file could not
be read or written.

Examples:
  rigy export arm.rigy.yaml -o arm.glb
  rigy export arm.rigy.yaml --for godot -o arm.glb
  rigy export arm.rigy.yaml --for unreal -o arm.fbx
  rigy export assets --out-dir build --format gltf
  rigy export arm.rigy.yaml --poses loops -o arm.glb
  rigy export arm.rigy.yaml --pose wave -o wave.obj
  rigy export fox.rigy.yaml --motion walk.rigm.yaml --motion run.rigm.yaml -o fox.glb
  rigy export walk.rigm.yaml --root-motion -o fox.glb
  rigy export bracket.rigy.yaml --scale 1000 -o bracket.stl)";

Choices<std::optional<ExportFormat>> formats_by_name() {
  Choices<std::optional<ExportFormat>> formats;
  for (const ExportFormat format : export_formats()) formats.emplace_back(name_of(format), format);
  return formats;
}

// ".glb, .gltf and .fbx".
std::string all_extensions() {
  std::vector<std::string_view> extensions;
  for (const ExportFormat format : export_formats()) extensions.push_back(extension_of(format));
  const std::string_view last = extensions.back();
  extensions.pop_back();
  return fmt::format("{} and {}", fmt::join(extensions, ", "), last);
}

struct Preset {
  ExportFormat format = ExportFormat::Glb;
  ExportColliders colliders = ExportColliders::None;
  ExportNames names = ExportNames::Unique;
  ExportUnit unit = ExportUnit::Meter;
  ExportMerge merge = ExportMerge::None;
  bool rest_clip = false;
};

const Choices<std::optional<Preset>> presets{
    {"blender", Preset{.rest_clip = true}},
    {"godot", Preset{.colliders = ExportColliders::Godot,
                     .names = ExportNames::Godot,
                     .merge = ExportMerge::Armature}},
    {"three", Preset{.merge = ExportMerge::Armature}},
    {"unity", Preset{.format = ExportFormat::Fbx, .merge = ExportMerge::Armature}},
    {"unreal", Preset{.format = ExportFormat::Fbx,
                      .colliders = ExportColliders::Unreal,
                      .unit = ExportUnit::Centimeter,
                      .merge = ExportMerge::Armature}}};

// What is not given is as the preset says, or as it is by default.
struct ExportArguments {
  DocumentOptions documents;
  OutputOptions outputs;
  std::optional<Preset> preset;
  std::optional<ExportFormat> format;
  std::optional<ExportPoses> poses;
  std::optional<ExportColliders> colliders;
  std::optional<ExportNames> names;
  std::optional<ExportUnit> unit;
  std::optional<ExportMerge> merge;
  bool rest_clip = false;
  bool no_anchors = false;
  bool all_files = false;
  std::vector<std::string> motions;
  ExportOptions exports;
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
  for (const auto& [name, format] : formats_by_name()) {
    if (extension.substr(1) == name) return format;
  }
  throw UsageError(fmt::format("rigy export writes {} files; '{}' has another extension",
                               all_extensions(), output));
}

ExportFormat choose_format(const ExportArguments& arguments) {
  const std::optional<ExportFormat> named = format_of(arguments.outputs.output);
  if (named && arguments.format && *named != *arguments.format) {
    throw UsageError(fmt::format("--format asks for {} files; '{}' has another extension",
                                 extension_of(*arguments.format), arguments.outputs.output));
  }
  if (named) return *named;
  return arguments.format.value_or(arguments.preset.value_or(Preset{}).format);
}

ExportOptions export_options(const ExportArguments& arguments) {
  const Preset preset = arguments.preset.value_or(Preset{});
  ExportOptions options = arguments.exports;
  options.format = choose_format(arguments);
  options.poses = arguments.poses.value_or(ExportPoses::Stills);
  options.colliders = arguments.colliders.value_or(preset.colliders);
  options.names = arguments.names.value_or(preset.names);
  options.unit = arguments.unit.value_or(preset.unit);
  options.merge = arguments.merge.value_or(preset.merge);
  options.rest_clip = arguments.rest_clip || preset.rest_clip;
  options.anchors = !arguments.no_anchors;
  options.analysis.motions = arguments.motions;
  return options;
}

void check_arguments(const ExportArguments& arguments, ExportFormat format) {
  if (arguments.poses && !arguments.exports.pose.empty()) {
    throw UsageError("--pose writes a shape without bones, which --poses would need");
  }
  if (is_static(format) && (arguments.poses || arguments.colliders)) {
    throw UsageError(fmt::format("{}: {} files hold one shape, without bones, poses and colliders",
                                 arguments.poses ? "--poses" : "--colliders",
                                 extension_of(format)));
  }
  const bool is_gltf = format == ExportFormat::Glb || format == ExportFormat::Gltf;
  if (!is_gltf && (arguments.exports.small || arguments.exports.colors != ExportColors::Material)) {
    throw UsageError(fmt::format("{}: only .glb and .gltf files can have that",
                                 arguments.exports.small ? "--small" : "--colors"));
  }
  if (!is_static(format) && arguments.exports.up != ExportUp::Usual) {
    throw UsageError(fmt::format("--up: {} files always have y up", extension_of(format)));
  }
  if (format != ExportFormat::Fbx && arguments.unit == ExportUnit::Centimeter) {
    throw UsageError(
        fmt::format("--unit: {} files do not say a unit; use --scale 100", extension_of(format)));
  }
}

void plan_more_outputs(DocumentJob& job, ExportFormat format) {
  const fs::path output = platform::to_path(job.output);
  const std::vector<std::string> names =
      export_file_names(format, platform::to_text(output.stem()));
  if (job.output == "-" && names.size() > 1) {
    throw UsageError(fmt::format("standard output cannot take the files of a {} export; use -o",
                                 extension_of(format)));
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    job.more_outputs.push_back(
        platform::to_text(output.parent_path() / platform::to_path(names[i])));
  }
}

// Files that the export does not have, empty.
void add_missing(const std::vector<std::string>& paths, std::vector<ProductFile>& files) {
  for (const std::string& path : paths) {
    const bool is_known = std::any_of(files.begin(), files.end(),
                                      [&path](const ProductFile& one) { return one.path == path; });
    if (!is_known) files.push_back({path});
  }
}

ExitCode run_export(ExportArguments& arguments, const Options& options) {
  DocumentOptions& documents = arguments.documents;
  complete(documents);
  const ExportOptions exports = export_options(arguments);
  const ResultKind kind{.command = "export",
                        .noun = "export",
                        .extension = std::string(extension_of(exports.format))};
  std::vector<DocumentJob> jobs = plan_jobs(documents, arguments.outputs, kind);
  check_arguments(arguments, exports.format);
  for (DocumentJob& job : jobs) plan_more_outputs(job, exports.format);
  prepare_outputs(jobs, documents, arguments.outputs, kind);
  Run run = begin_run(options, documents, arguments.outputs);
  run.success = "exported";
  run.pose = exports.pose;
  run.operation = [&](const DocumentInput& input) {
    return export_document(input, exports, arguments.all_files);
  };
  return run_jobs(jobs, documents, run);
}

std::string fault_of_scale(const std::string& text) {
  const std::optional<double> scale = decimal_in(text);
  return scale && *scale > 0 ? std::string() : fmt::format("'{}' is not a number above 0", text);
}

}  // namespace

Product export_document(const DocumentInput& input, ExportOptions options, bool all_files) {
  const DocumentJob& job = input.job;
  const fs::path output = platform::to_path(job.output);
  if (job.output != "-") options.name = platform::to_text(output.stem());
  std::vector<std::string> motions = std::move(options.analysis.motions);
  options.analysis = input.analysis;
  options.analysis.motions = std::move(motions);
  ExportResult exported = export_asset(input.entry, input.files, options);
  Product product;
  for (ExportedFile& file : exported.exported) {
    const fs::path beside = output.parent_path() / platform::to_path(file.name);
    const bool is_main = product.outputs.empty();
    product.outputs.push_back(
        {is_main ? job.output : platform::to_text(beside), std::move(file.bytes)});
  }
  if (all_files && exported.ok()) add_missing(job.more_outputs, product.outputs);
  product.outcome = std::move(exported);
  return product;
}

ExportFormat format_for(const std::string& output) {
  const std::optional<ExportFormat> format = format_of(output);
  if (!format) throw UsageError(fmt::format("'{}' does not say in which format", output));
  return *format;
}

Action add_export_command(Options& options) {
  options.footer(help_footer);
  const auto arguments = std::make_shared<ExportArguments>();
  ExportOptions& exports = arguments->exports;
  add_inputs(options, arguments->documents);
  add_output_options(options, arguments->outputs);
  options.flag("--all-files", arguments->all_files,
               "Write .bin and .mtl even where they are empty");
  options.choice("--format", arguments->format, formats_by_name(), "Format, where no OUT says it");
  options.choice("--for", arguments->preset, presets, "The options that suit a program");
  options.choice<std::optional<ExportPoses>>(
      "--poses", arguments->poses,
      {{"stills", ExportPoses::Stills}, {"loops", ExportPoses::Loops}, {"none", ExportPoses::None}},
      "Poses as animations of one key (default), or from rest to pose and back");
  options.text("--pose", exports.pose, "ID", "Write the shape in this pose, without bones");
  options.repeated("--motion", arguments->motions, "FILE",
                   "Add the clips of a motion document; can be repeated");
  options.flag("--root-motion", exports.root_motion,
               "Let the root bones move as far as clips travel, instead of noting it");
  options.choice<std::optional<ExportColliders>>(
      "--colliders", arguments->colliders,
      {{"none", ExportColliders::None},
       {"godot", ExportColliders::Godot},
       {"unreal", ExportColliders::Unreal}},
      "Collision shapes from the primitives, named as an engine wants it");
  options.choice<ExportFace>(
      "--face", exports.face, {{"+z", ExportFace::PlusZ}, {"-z", ExportFace::MinusZ}},
      "Where the model faces: +z, turned (default), or -z, as in the document");
  options.choice<ExportUp>("--up", exports.up, {{"y", ExportUp::Y}, {"z", ExportUp::Z}},
                           "Which axis is up in .stl (default: z) and .obj (default: y)");
  options.choice<std::optional<ExportUnit>>(
      "--unit", arguments->unit, {{"m", ExportUnit::Meter}, {"cm", ExportUnit::Centimeter}},
      "Unit of an .fbx: meters (default), or centimeters");
  options.choice<std::optional<ExportNames>>(
      "--names", arguments->names, {{"unique", ExportNames::Unique}, {"godot", ExportNames::Godot}},
      "No two bones or nodes of one name (default), or as Godot wants it");
  options.choice<std::optional<ExportMerge>>(
      "--merge", arguments->merge,
      {{"none", ExportMerge::None},
       {"material", ExportMerge::Material},
       {"armature", ExportMerge::Armature}},
      "One part for each material of a mesh, or of all meshes of an armature");
  options.choice<ExportColors>("--colors", exports.colors,
                               {{"material", ExportColors::Material},
                                {"palette", ExportColors::Palette},
                                {"vertex", ExportColors::Vertex}},
                               "Colors in materials (default), in one picture, or in vertices");
  options.choice<ExportShading>("--shading", exports.shading,
                                {{"smooth", ExportShading::Smooth}, {"flat", ExportShading::Flat}},
                                "Normals of the shapes (default), or of each triangle");
  options.flag("--small", exports.small, "Vertices in fewer bytes (KHR_mesh_quantization)");
  options.flag("--rest-clip", arguments->rest_clip,
               "A clip of the rest first, which Blender then shows");
  options.flag("--no-anchors", arguments->no_anchors, "Leave out the anchors");
  options.number("--scale", exports.scale, "F", "Multiply all lengths").check(fault_of_scale);
  add_common_options(options, arguments->documents);
  return [arguments, &options] { return run_export(*arguments, options); };
}

}  // namespace rigy::interfaces::cli

// rigy export: documents become files that other programs open as their users expect.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
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
#include "cli/file_in_progress.hpp"
#include "cli/numbers.hpp"
#include "cli/targets.hpp"
#include "library/streamed.hpp"
#include "platform/files.hpp"
#include "rigy/export.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* export_footer =
    R"(The extension of OUT chooses the format. Without -o and --out-dir, arm.rigy.yaml is exported to arm.glb
in the same folder, and standard input to standard output. A document faces -z; the export faces +z, as
other programs expect, unless --face -z is given. An export of several files (.gltf with .bin, .obj with
.mtl) is written completely or not at all.

Presets only set options; other options override them:
  blender   --format glb --rest-clip
  godot     --format glb --colliders omi --names godot --merge armature
  three     --format glb --merge armature
  unity     --format fbx --merge armature
  unreal    --format fbx --colliders unreal --unit cm --merge armature --anchors sockets
  vrm       --format vrm --t-pose --poses none --merge armature

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
  rigy export hero.rigy.yaml --for vrm --vrm-name Hero --vrm-author Ada -o hero.vrm
  rigy export tree.rigy.yaml --detail low --shading flat -o tree.glb
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

std::vector<std::string> preset_names() {
  const std::vector<std::string_view> names = export_preset_names();
  return {names.begin(), names.end()};
}

// A number from 0 to 1, or a word for one.
constexpr std::array<std::pair<std::string_view, double>, 3> detail_words{
    {{"full", 1}, {"medium", 0.5}, {"low", 0.25}}};

std::optional<double> detail_named(const std::string& text) {
  for (const auto& [word, detail] : detail_words) {
    if (text == word) return detail;
  }
  const std::optional<double> number = decimal_in(text);
  return number && *number >= 0 && *number <= 1 ? number : std::nullopt;
}

// What is not given is as the preset says, or as it is by default.
struct ExportArguments {
  DocumentOptions documents;
  OutputOptions outputs;
  std::string preset;
  std::optional<ExportFormat> format;
  std::optional<ExportPoses> poses;
  std::optional<ExportColliders> colliders;
  std::optional<ExportNames> names;
  std::optional<ExportUnit> unit;
  std::optional<ExportMerge> merge;
  std::optional<ExportSockets> sockets;
  std::string detail = "full";
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

ExportOptions preset_of(const ExportArguments& arguments) {
  return export_preset(arguments.preset).value_or(ExportOptions{});
}

ExportFormat choose_format(const ExportArguments& arguments) {
  const std::optional<ExportFormat> named = format_of(arguments.outputs.output);
  if (named && arguments.format && *named != *arguments.format) {
    throw UsageError(fmt::format("--format asks for {} files; '{}' has another extension",
                                 extension_of(*arguments.format), arguments.outputs.output));
  }
  if (named) return *named;
  return arguments.format.value_or(preset_of(arguments).format);
}

ExportOptions export_options(const ExportArguments& arguments) {
  const ExportOptions preset = preset_of(arguments);
  ExportOptions options = arguments.exports;
  options.format = choose_format(arguments);
  options.poses = arguments.poses.value_or(preset.poses);
  options.colliders = arguments.colliders.value_or(preset.colliders);
  options.names = arguments.names.value_or(preset.names);
  options.unit = arguments.unit.value_or(preset.unit);
  options.merge = arguments.merge.value_or(preset.merge);
  options.sockets = arguments.sockets.value_or(preset.sockets);
  options.rest_clip = options.rest_clip || preset.rest_clip;
  options.t_pose = options.t_pose || preset.t_pose;
  options.detail = *detail_named(arguments.detail);
  options.anchors = !arguments.no_anchors;
  options.analysis.motions = arguments.motions;
  return options;
}

// One that only glTF has; empty if none is given.
std::string_view light_option(const ExportOptions& exports) {
  if (exports.small) return "--small";
  if (exports.compress) return "--compress";
  return exports.colors != ExportColors::Material ? "--colors" : "";
}

// One about bones or clips, which a shape does not have; empty if none is given.
std::string_view bones_option(const ExportArguments& arguments) {
  if (arguments.exports.bones != ExportBones::Ids) return "--bones";
  if (arguments.exports.t_pose) return "--t-pose";
  if (arguments.exports.rest_clip) return "--rest-clip";
  if (arguments.exports.root_motion) return "--root-motion";
  if (arguments.names == ExportNames::Godot) return "--names";
  return arguments.sockets.value_or(ExportSockets::None) == ExportSockets::None ? "" : "--anchors";
}

void check_bones_option(const ExportArguments& arguments, ExportFormat format) {
  const std::string_view option = bones_option(arguments);
  if (option.empty()) return;
  if (is_static(format)) {
    throw UsageError(fmt::format("{}: {} files hold one shape, without bones, anchors and clips",
                                 option, extension_of(format)));
  }
  if (!arguments.exports.pose.empty() && option != "--names" && option != "--anchors") {
    throw UsageError(fmt::format("{}: --pose writes a shape without bones", option));
  }
}

void check_arguments(const ExportArguments& arguments, ExportFormat format) {
  check_bones_option(arguments, format);
  if (arguments.poses && !arguments.exports.pose.empty()) {
    throw UsageError("--pose writes a shape without bones, which --poses would need");
  }
  if (is_static(format) && (arguments.poses || arguments.colliders)) {
    throw UsageError(fmt::format("{}: {} files hold one shape, without bones, poses and colliders",
                                 arguments.poses ? "--poses" : "--colliders",
                                 extension_of(format)));
  }
  const bool is_gltf =
      format == ExportFormat::Glb || format == ExportFormat::Gltf || format == ExportFormat::Vrm;
  if (const std::string_view option = light_option(arguments.exports);
      !is_gltf && !option.empty()) {
    throw UsageError(fmt::format("{}: only .glb, .gltf and .vrm files can have that", option));
  }
  if (arguments.exports.compress && !can_compress_exports()) {
    throw UsageError("--compress: this program was built without meshoptimizer");
  }
  if (arguments.colliders == ExportColliders::Omi && !is_gltf) {
    throw UsageError("--colliders omi: only .glb, .gltf and .vrm files can have that");
  }
  if (format == ExportFormat::Vrm && (arguments.poses || !arguments.exports.pose.empty())) {
    throw UsageError("--poses and --pose: .vrm files hold a person in T-pose, without clips");
  }
  if (format == ExportFormat::Vrm && arguments.exports.face != ExportFace::PlusZ) {
    throw UsageError("--face: a .vrm file faces +z");
  }
  if (is_static(format) && arguments.exports.lods > 1) {
    throw UsageError(fmt::format("--lods: {} files hold one shape; use --detail for each",
                                 extension_of(format)));
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

std::string fault_of_detail(const std::string& text) {
  return detail_named(text)
             ? std::string()
             : fmt::format("'{}' is not full, medium, low or a number from 0 to 1", text);
}

// The files of an export that are written while they are made.
class FilesInProgress {
 public:
  FilesInProgress(const DocumentJob& job, std::string_view main_extension)
      : job_(job), main_extension_(main_extension) {}

  // Where the file of this name goes. The main one has the name that was asked for.
  [[nodiscard]] std::string path_of(const std::string& name) const {
    if (name.ends_with(main_extension_)) return job_.output;
    const fs::path folder = platform::to_path(job_.output).parent_path();
    return platform::to_text(folder / platform::to_path(name));
  }

  [[nodiscard]] OutputSink& open(const std::string& name) {
    std::unique_ptr<FileInProgress>& file = files_[name];
    file = std::make_unique<FileInProgress>(path_of(name));
    return *file;
  }

  // Null if it was not opened.
  [[nodiscard]] std::unique_ptr<FileInProgress> take(const std::string& name) {
    const auto found = files_.find(name);
    return found == files_.end() ? nullptr : std::move(found->second);
  }

 private:
  const DocumentJob& job_;
  std::string_view main_extension_;
  std::map<std::string, std::unique_ptr<FileInProgress>> files_;
};

bool has_coarse_levels(const ExportResult& result) {
  return result.levels.size() > 1 || result.levels.front().error != 0;
}

// What the export is off by; empty if it is exact. Three digits may be half a percent too few for a
// bound, so it is that much larger. Each line begins with `prefix`.
std::string note_on(const ExportResult& result, const std::string& prefix) {
  constexpr double upward = 1.005;
  std::string note;
  for (std::size_t i = 0; i < result.levels.size() && has_coarse_levels(result); ++i) {
    note += fmt::format("{}{}: {} triangles, at most {:.3g} m from the full shape\n", prefix,
                        result.levels.size() == 1 ? "detail" : fmt::format("LOD{}", i),
                        result.levels[i].triangles, upward * result.levels[i].error);
  }
  if (result.position_error > 0) {
    note += fmt::format("{}small: positions are at most {:.3g} m off\n", prefix,
                        upward * result.position_error);
  }
  return note;
}

// The same for the report.
std::string facts_on(const ExportResult& result) {
  std::vector<std::string> facts;
  std::vector<std::string> levels;
  for (const ExportedLevel& level : result.levels) {
    levels.push_back(
        fmt::format(R"({{"triangles": {}, "error": {}}})", level.triangles, level.error));
  }
  if (has_coarse_levels(result)) {
    facts.push_back(fmt::format(R"("levels": [{}])", fmt::join(levels, ", ")));
  }
  if (result.position_error > 0) {
    facts.push_back(fmt::format(R"("position_error": {})", result.position_error));
  }
  return fmt::format("{}", fmt::join(facts, ", "));
}

// Poses and clips.
void add_animation_options(Options& options, ExportArguments& arguments) {
  ExportOptions& exports = arguments.exports;
  options.choice<std::optional<ExportPoses>>(
      "--poses", arguments.poses,
      {{"stills", ExportPoses::Stills}, {"loops", ExportPoses::Loops}, {"none", ExportPoses::None}},
      "Poses as animations with one key (default), or from rest to pose and back");
  options.text("--pose", exports.pose, "ID", "Write the shape in this pose, without bones");
  options.repeated("--motion", arguments.motions, "FILE",
                   "Add the clips of a motion document; can be repeated");
  options.flag("--root-motion", exports.root_motion,
               "Move the root bones as far as clips travel, instead of only noting it in extras");
}

// Colliders, bones and sockets, by the names of an engine.
void add_skeleton_options(Options& options, ExportArguments& arguments) {
  ExportOptions& exports = arguments.exports;
  options.choice<std::optional<ExportColliders>>(
      "--colliders", arguments.colliders,
      {{"none", ExportColliders::None},
       {"omi", ExportColliders::Omi},
       {"godot-names", ExportColliders::Godot},
       {"godot", ExportColliders::Godot},
       {"unreal", ExportColliders::Unreal}},
      "Collision shapes from the primitives: OMI_physics, or nodes named for an engine");
  options.choice<ExportBones>("--bones", exports.bones,
                              {{"ids", ExportBones::Ids},
                               {"mixamo", ExportBones::Mixamo},
                               {"vrm", ExportBones::Vrm},
                               {"godot", ExportBones::Godot},
                               {"unreal", ExportBones::Unreal},
                               {"unity", ExportBones::Unity}},
                              "Names of the bones of a person: ids (default), or an engine's");
  options.text("--bone-map", exports.analysis.bone_map, "FILE",
               "The bone map to use (default: NAME.bones.yaml)");
  options.choice<std::optional<ExportSockets>>(
      "--anchors", arguments.sockets,
      {{"place", ExportSockets::None},
       {"follow", ExportSockets::Follow},
       {"sockets", ExportSockets::Unreal}},
      "Anchors stay in place (default), or follow the nearest bone");
}

// Directions, units and names, as the other program expects them.
void add_convention_options(Options& options, ExportArguments& arguments) {
  ExportOptions& exports = arguments.exports;
  options.choice<ExportFace>(
      "--face", exports.face, {{"+z", ExportFace::PlusZ}, {"-z", ExportFace::MinusZ}},
      "Where the model faces: +z, turned (default), or -z, as in the document");
  options.choice<ExportUp>("--up", exports.up, {{"y", ExportUp::Y}, {"z", ExportUp::Z}},
                           "Which axis is up in .stl (default: z) and .obj (default: y)");
  options.choice<std::optional<ExportUnit>>(
      "--unit", arguments.unit, {{"m", ExportUnit::Meter}, {"cm", ExportUnit::Centimeter}},
      "Unit of an .fbx: meters (default), or centimeters");
  options.choice<std::optional<ExportNames>>(
      "--names", arguments.names, {{"unique", ExportNames::Unique}, {"godot", ExportNames::Godot}},
      "Different names for all bones and nodes (default), or names for Godot");
}

// How the shape is stored.
void add_surface_options(Options& options, ExportArguments& arguments) {
  ExportOptions& exports = arguments.exports;
  options.choice<std::optional<ExportMerge>>(
      "--merge", arguments.merge,
      {{"none", ExportMerge::None},
       {"material", ExportMerge::Material},
       {"armature", ExportMerge::Armature}},
      "One part per material of a mesh, or of all meshes of an armature");
  options.choice<ExportColors>("--colors", exports.colors,
                               {{"material", ExportColors::Material},
                                {"palette", ExportColors::Palette},
                                {"vertex", ExportColors::Vertex}},
                               "Colors in materials (default), in one texture, or in vertices");
  options.choice<ExportShading>("--shading", exports.shading,
                                {{"smooth", ExportShading::Smooth}, {"flat", ExportShading::Flat}},
                                "Normals of the shapes (default), or of each triangle");
  options.flag("--small", exports.small, "Vertices in fewer bytes (KHR_mesh_quantization)");
  options.flag("--compress", exports.compress,
               "Compress everything (EXT_meshopt_compression); best with --small");
  options
      .text("--detail", arguments.detail, "D",
            "How finely round shapes are divided: full (default), medium, low, or 0 to 1")
      .check(fault_of_detail);
  options.count("--lods", exports.lods, 1, max_export_lods,
                "Levels of detail, NAME_LOD0 and so on, each half as fine as the one before it");
}

void add_person_options(Options& options, ExportOptions& exports) {
  options.flag("--t-pose", exports.t_pose, "Put a person into T-pose");
  options.text("--vrm-name", exports.meta.name, "NAME", "The name of the model in a .vrm");
  options.repeated("--vrm-author", exports.meta.authors, "NAME",
                   "An author of the model in a .vrm; can be repeated");
  options.text("--vrm-license", exports.meta.license_url, "URL",
               "The address of the license in a .vrm");
}

}  // namespace

Product export_document(const DocumentInput& input, ExportOptions options, bool all_files) {
  const DocumentJob& job = input.job;
  const fs::path output = platform::to_path(job.output);
  if (job.output != "-") options.name = platform::to_text(output.stem());
  std::vector<std::string> motions = std::move(options.analysis.motions);
  std::string bone_map = std::move(options.analysis.bone_map);
  options.analysis = input.analysis;
  options.analysis.motions = std::move(motions);
  options.analysis.bone_map = std::move(bone_map);
  options.analysis.find_bone_map = true;
  FilesInProgress made(job, extension_of(options.format));
  const auto sink_of = [&made](const std::string& name) -> OutputSink& { return made.open(name); };
  // What several documents print has to wait for its turn.
  ExportResult exported = input.is_alone || job.output != "-"
                              ? export_asset(input.entry, input.files, options, sink_of)
                              : export_asset(input.entry, input.files, options);
  Product product;
  for (ExportedFile& file : exported.exported) {
    ProductFile& written =
        product.outputs.emplace_back(ProductFile{made.path_of(file.name), std::move(file.bytes)});
    written.made = made.take(file.name);
    if (written.made != nullptr) written.made_size = written.made->size();
  }
  if (exported.ok()) {
    product.note = note_on(exported, input.is_alone ? "" : terminal_text(job.input) + ": ");
    product.facts = facts_on(exported);
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
  options.footer(export_footer);
  const auto arguments = std::make_shared<ExportArguments>();
  ExportOptions& exports = arguments->exports;
  add_inputs(options, arguments->documents);
  add_output_options(options, arguments->outputs);
  options.flag("--all-files", arguments->all_files, "Write .bin and .mtl even if they are empty");
  options.choice("--format", arguments->format, formats_by_name(),
                 "Format, if it does not follow from OUT");
  options.word("--for", arguments->preset, preset_names(), "The options that suit a program");
  add_animation_options(options, *arguments);
  add_skeleton_options(options, *arguments);
  add_convention_options(options, *arguments);
  add_surface_options(options, *arguments);
  add_person_options(options, exports);
  options.flag("--rest-clip", exports.rest_clip,
               "Add a clip of the rest pose before all others, for Blender");
  options.flag("--no-anchors", arguments->no_anchors, "Leave out the anchors");
  options.number("--scale", exports.scale, "F", "Multiply all lengths").check(fault_of_scale);
  add_common_options(options, arguments->documents);
  return [arguments, &options] { return run_export(*arguments, options); };
}

}  // namespace rigy::interfaces::cli

#include "fuzz/export_checks.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "fuzz/decisions.hpp"
#include "fuzz/exported_files.hpp"
#include "fuzz/report_checks.hpp"
#include "library/streamed.hpp"
#include "tests/every_floor.hpp"
#include "tests/unit/collected_pieces.hpp"

namespace rigy::fuzz {
namespace {

constexpr ExportFormat formats[] = {ExportFormat::Glb, ExportFormat::Gltf, ExportFormat::Fbx,
                                    ExportFormat::Obj, ExportFormat::Stl,  ExportFormat::Vrm};
constexpr ExportPoses all_poses[] = {ExportPoses::Stills, ExportPoses::Loops, ExportPoses::None};
constexpr ExportColliders all_colliders[] = {ExportColliders::None, ExportColliders::Godot,
                                             ExportColliders::Unreal, ExportColliders::Omi};
constexpr ExportMerge all_merges[] = {ExportMerge::None, ExportMerge::Material,
                                      ExportMerge::Armature};
constexpr ExportColors all_colors[] = {ExportColors::Material, ExportColors::Palette,
                                       ExportColors::Vertex};
constexpr ExportSockets all_sockets[] = {ExportSockets::None, ExportSockets::Follow,
                                         ExportSockets::Unreal};
constexpr ExportBones all_bones[] = {ExportBones::Ids,   ExportBones::Mixamo, ExportBones::Vrm,
                                     ExportBones::Godot, ExportBones::Unreal, ExportBones::Unity};
constexpr ExportUp ups[] = {ExportUp::Usual, ExportUp::Y, ExportUp::Z};
constexpr ExportFace faces[] = {ExportFace::PlusZ, ExportFace::MinusZ};
constexpr double details[] = {1, 0.5, 0.3, 0};
constexpr double scales[] = {1, 100, 0.01, 3.7};

bool are_equal(const ExportResult& a, const ExportResult& b) {
  if (a.exported.size() != b.exported.size()) return false;
  for (std::size_t i = 0; i < a.exported.size(); ++i) {
    if (a.exported[i].name != b.exported[i].name || a.exported[i].bytes != b.exported[i].bytes)
      return false;
  }
  return true;
}

constexpr const char* bone_map_name = "fuzz.bones.yaml";

// The ids in a document, as they are written, up to some number.
std::vector<std::string> ids_in(const std::string& text) {
  constexpr std::string_view key = "id: ";
  constexpr std::size_t enough = 40;
  std::vector<std::string> ids;
  for (std::size_t at = text.find(key); at != std::string::npos && ids.size() < enough;
       at = text.find(key, at + 1)) {
    const std::size_t begin = at + key.size();
    const std::size_t end = std::min(text.find_first_of(",}\n", begin), text.size());
    ids.push_back(text.substr(begin, end - begin));
  }
  return ids;
}

// A map that names parts of bodies, ids of the document, and what is neither.
std::string bone_map_for(const std::string& text) {
  constexpr const char* parts[] = {"hips", "spine", "head", "leftHand", "leftFrontFoot", "wing"};
  Decisions decisions(seed_of(text));
  std::vector<std::string> ids = ids_in(text);
  ids.emplace_back("nobody");
  std::string map = decisions.flip() ? "profile: humanoid\n" : "profile: quadruped\n";
  if (decisions.flip()) map += fmt::format("armature: {}\n", decisions.pick(ids));
  map += "bones:\n";
  for (const char* part : parts) {
    if (decisions.flip()) map += fmt::format("  {}: {}\n", part, decisions.pick(ids));
  }
  map += fmt::format("anchors: {{{}: {}}}\n", decisions.pick(ids), decisions.pick(ids));
  if (decisions.flip()) map += "vrm: {name: asset, authors: [somebody], licenseUrl: none}\n";
  return map;
}

std::map<std::string, std::string> with_bone_map(const FileSet& set) {
  std::map<std::string, std::string> files = set.files;
  files.emplace(bone_map_name, bone_map_for(set.files.at(set.entry)));
  return files;
}

std::string check_files(const ExportResult& result, const ExportOptions& options) {
  if (result.exported.empty() == result.report.ok()) return "files and errors, or neither";
  if (result.exported.empty()) return {};
  const std::string main_name = options.name + std::string(extension_of(options.format));
  if (result.exported.front().name != main_name) return "another file than asked for";
  return check_exported(result.exported, options.format);
}

// The same export, whose files go to sinks while they are made.
ExportResult stream_set(const FileSet& set, ExportOptions options, bool any_order) {
  const std::map<std::string, std::string> all_files =
      options.analysis.bone_map.empty() ? set.files : with_bone_map(set);
  MemoryFiles files(all_files);
  options.analysis.threads = 2;
  std::map<std::string, test::CollectedPieces> sinks;
  const auto sink_of = [&](const std::string& name) -> OutputSink& {
    return sinks.try_emplace(name, any_order).first->second;
  };
  ExportResult result = export_asset(set.entry, files, options, sink_of, 0);
  for (ExportedFile& file : result.exported) {
    if (const auto sink = sinks.find(file.name); sink != sinks.end()) {
      file.bytes = sink->second.bytes;
    }
  }
  return result;
}

std::string problem_of_one(const FileSet& set, const ExportOptions& options,
                           const ExportResult& result) {
  const auto is_finite = [](const ExportedLevel& level) { return std::isfinite(level.error); };
  if (!std::all_of(result.levels.begin(), result.levels.end(), is_finite) ||
      !std::isfinite(result.position_error)) {
    return "it is infinitely far off";
  }
  std::string problem = check_report(result.report, with_bone_map(set));
  return problem.empty() ? check_files(result, options) : problem;
}

// Exported again and while it is made, it must be the same.
std::string problem_of(const FileSet& set, const ExportOptions& options) {
  const ExportResult result = export_set(set, options, 1);
  if (std::string problem = problem_of_one(set, options, result); !problem.empty()) return problem;
  const ExportResult again = export_set(set, options, 3);
  if (text_of(again.report) != text_of(result.report)) {
    return "exported again, it reports something else";
  }
  if (!are_equal(result, again)) return "exported again, it has other bytes";
  for (const bool any_order : {false, true}) {
    const ExportResult streamed = stream_set(set, options, any_order);
    if (text_of(streamed.report) != text_of(result.report)) {
      return "written while it is made, it reports something else";
    }
    if (!are_equal(result, streamed)) return "written while it is made, it has other bytes";
  }
  return {};
}

}  // namespace

ExportOptions export_options_for(const FileSet& set) {
  Decisions decisions(seed_of(set.files.at(set.entry)));
  ExportOptions options;
  options.format = decisions.pick(formats);
  options.poses = decisions.pick(all_poses);
  options.colliders = decisions.pick(all_colliders);
  options.face = decisions.pick(faces);
  options.names = decisions.flip() ? ExportNames::Unique : ExportNames::Godot;
  options.unit = decisions.flip() ? ExportUnit::Meter : ExportUnit::Centimeter;
  options.up = decisions.pick(ups);
  options.rest_clip = decisions.flip();
  options.merge = decisions.pick(all_merges);
  options.colors = decisions.pick(all_colors);
  options.shading = decisions.flip() ? ExportShading::Smooth : ExportShading::Flat;
  options.small = decisions.flip();
  options.compress = decisions.flip() && can_compress_exports();
  options.bones = decisions.pick(all_bones);
  options.sockets = decisions.pick(all_sockets);
  options.anchors = decisions.flip();
  options.detail = decisions.pick(details);
  options.lods = decisions.flip() ? 1 : 3;
  options.t_pose = decisions.flip();
  options.meta = {"asset", {"somebody"}, "https://vrm.dev/licenses/1.0/"};
  options.scale = decisions.pick(scales);
  options.name = "asset";
  options.pose = set.options.pose;
  options.analysis.params = set.options.analysis.params;
  if (decisions.flip()) options.analysis.bone_map = bone_map_name;
  return options;
}

ExportResult export_set(const FileSet& set, ExportOptions options, unsigned threads) {
  const std::map<std::string, std::string> all_files =
      options.analysis.bone_map.empty() ? set.files : with_bone_map(set);
  MemoryFiles files(all_files);
  options.analysis.threads = threads;
  return export_asset(set.entry, files, options);
}

namespace {

// Whether the full shape has so many triangles that comparing coarse ones with it takes half a
// second; then they are made once.
bool is_large(const FileSet& set) {
  constexpr std::size_t large = 500'000;
  const ExportResult full = export_set(set, {}, 1);
  return !full.exported.empty() && full.exported.front().bytes.size() > large;
}

}  // namespace

std::string check_export(const FileSet& set) {
  const ExportOptions options = export_options_for(set);
  const bool is_coarse = options.detail < 1 || options.lods > 1;
  try {
    const bool takes_long = is_coarse && is_large(set);
    const std::string problem = takes_long
                                    ? problem_of_one(set, options, export_set(set, options, 2))
                                    : problem_of(set, options);
    if (problem.empty()) return {};
    return fmt::format("exported as {}: {}", extension_of(options.format), problem);
  } catch (const std::exception& thrown) {
    return std::string("exporting throws: ") + thrown.what();
  }
}

}  // namespace rigy::fuzz

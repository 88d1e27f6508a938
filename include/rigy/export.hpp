// Exporting: a Rigy document as a file that other programs open as their users expect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"
#include "rigy/diagnostic.hpp"
#include "rigy/files.hpp"

namespace rigy {

// Glb is one binary glTF; Gltf has its data, and Obj its materials, in a second file; Stl and Fbx
// are binary; Vrm is a Glb of one person, VRM 1.0.
enum class ExportFormat : std::uint8_t {
#define RIGY_EXPORT_FORMAT(enumerator, name, has_bones, side_file) enumerator,
#include "rigy/export_formats.def"
#undef RIGY_EXPORT_FORMAT
};

// "glb", "gltf", …
[[nodiscard]] std::string_view name_of(ExportFormat format);
// All formats, in the order of the enumerators.
[[nodiscard]] std::vector<ExportFormat> export_formats();

// What becomes of the poses of the document.
enum class ExportPoses : std::uint8_t {
  Stills,  // an animation with one key each
  Loops,   // an animation each, from the rest to the pose and back, in two seconds
  None,
};

// Shapes for collisions, made from the primitives and named as an engine's importer wants it.
enum class ExportColliders : std::uint8_t {
  None,
  Godot,   // names that end in -colonly
  Unreal,  // names that begin with UBX_, USP_, UCP_ or UCX_
  Omi,     // glTF: OMI_physics_shape and OMI_physics_body
};

// Whose names the bones of a person get; all others keep their own.
enum class ExportBones : std::uint8_t { Ids, Mixamo, Vrm, Godot, Unreal, Unity };

// Whether anchors follow the nearest bone of an armature beside them.
enum class ExportSockets : std::uint8_t {
  None,
  Follow,
  Unreal,  // with names that begin with SOCKET_
};

// Which way the model faces in the file. Documents face -z; other programs take +z for the front.
enum class ExportFace : std::uint8_t {
  PlusZ,   // turned by half a turn about y: (x, y, z) becomes (-x, y, -z)
  MinusZ,  // as in the document
};

// How what is in the file is named.
enum class ExportNames : std::uint8_t {
  Unique,  // no two nodes or bones alike
  // As Godot's importer wants it: bones by their ids within each skeleton, "-loop" after the names
  // of clips that loop, and names with at least one ASCII letter or digit.
  Godot,
};

// The unit of lengths; only FBX says which one it has.
enum class ExportUnit : std::uint8_t { Meter, Centimeter };

// Which axis is up, in formats that do not say it.
enum class ExportUp : std::uint8_t {
  Usual,  // as programs expect it: z in STL, y in OBJ
  Y,
  Z,
};

// Which parts of meshes become one, so that engines draw less often.
enum class ExportMerge : std::uint8_t {
  None,
  Material,  // parts of a mesh with the same material
  Armature,  // also all meshes that are bound to one armature
};

// How the colors of materials are stored.
enum class ExportColors : std::uint8_t {
  Material,
  Palette,  // one material with a small picture of all colors
  Vertex,   // one material; the colors are those of vertices
};

enum class ExportShading : std::uint8_t { Smooth, Flat };

// The name, authors and license in VRM files. Empty members are taken from the bone map.
struct ExportMeta {
  std::string name;
  std::vector<std::string> authors;
  std::string license_url;
};

struct ExportOptions {
  AnalyzeOptions analysis = {};
  ExportFormat format = ExportFormat::Glb;
  ExportPoses poses = ExportPoses::Stills;
  ExportColliders colliders = ExportColliders::None;
  ExportFace face = ExportFace::PlusZ;
  ExportNames names = ExportNames::Unique;
  ExportUnit unit = ExportUnit::Meter;
  ExportUp up = ExportUp::Usual;
  // Whether a clip "rest" comes before all others: Blender shows a file in its first clip.
  bool rest_clip = false;
  ExportMerge merge = ExportMerge::None;
  ExportBones bones = ExportBones::Ids;
  ExportSockets sockets = ExportSockets::None;
  ExportColors colors = ExportColors::Material;  // others: glTF only
  ExportShading shading = ExportShading::Smooth;
  bool small = false;  // glTF: vertices in fewer bytes, in an order that suits caches
  // glTF: all data compressed (EXT_meshopt_compression); with `small` positions have 14 bits for
  // each axis. Only where can_compress_exports().
  bool compress = false;
  // How finely round shapes are divided: 1 is all of it; at most 1, not below 0. Halves count: from
  // 0.5 on half as many segments as at 1, from 0.25 on a quarter, below an eighth.
  double detail = 1;
  std::uint32_t lods = 1;  // levels of detail, each with half the segments of the one before it
  bool t_pose = false;     // a person stands with its arms stretched out to the sides
  ExportMeta meta = {};    // of a VRM file
  bool anchors = true;
  bool root_motion = false;  // what clips travel, as translation of the root bones
  double scale = 1;          // of all lengths; finite and greater than 0
  // The shape to export in this pose instead of the rest shape; it is then without bones.
  std::string pose = {};
  // The name of the files, without extension; if empty, that of the document: "arm" for
  // "models/arm.rigy.yaml". Files that belong together refer to each other by it.
  std::string name = {};
};

struct ExportedFile {
  std::string name;  // with extension
  std::string bytes;
};

// One level of detail.
struct ExportedLevel {
  std::uint64_t triangles = 0;  // as stored; what is placed twice counts once
  // A bound on the distance of any point of the full shapes, in meters times the scale.
  double error = 0;
};

struct ExportResult : Outcome {
  // The requested file comes first, then the files that it refers to. Empty unless report.ok().
  std::vector<ExportedFile> exported;
  // The levels of detail that it has, the finest first.
  std::vector<ExportedLevel> levels;
  // How far `small` moves positions at most, in meters times the scale.
  double position_error = 0;
};

inline constexpr std::uint32_t max_export_lods = 4;

// The options that suit a program: "blender", "godot", "three", "unity", "unreal", "vrm"; nothing
// if there is no preset of that name.
[[nodiscard]] std::optional<ExportOptions> export_preset(std::string_view name);
// Their names, in alphabetical order.
[[nodiscard]] std::vector<std::string_view> export_preset_names();

// Whether this build can compress exports: it has meshoptimizer.
[[nodiscard]] bool can_compress_exports();

// The extension of a format's main file, with its dot.
[[nodiscard]] std::string_view extension_of(ExportFormat format);

// Whether its files hold one shape, without bones, poses and colliders.
[[nodiscard]] bool is_static(ExportFormat format);

// The names of all files that an export under this name may consist of, the main one first.
[[nodiscard]] std::vector<std::string> export_file_names(ExportFormat format,
                                                         const std::string& name);

// Exports the document at `entry`. Never throws; everything it finds is in the report.
[[nodiscard]] ExportResult export_asset(const std::string& entry, FileReader& files,
                                        const ExportOptions& options = {});

// Exports what was analyzed before, as compile() does.
[[nodiscard]] ExportResult export_asset(const Analysis& analysis,
                                        const ExportOptions& options = {});

}  // namespace rigy

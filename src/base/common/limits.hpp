// The limits that keep hostile input cheap to refuse, listed in docs/limits.md. What is shown,
// measured or compared has further ones, in the folders that do it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rigy::base {

inline constexpr std::size_t max_file_size = 64u << 20;
// The bytes of all files of a compilation; a file read again under another name counts again.
inline constexpr std::size_t max_total_size = 128u << 20;
// File names that a compilation looks up; the bytes of each, and its slash-separated parts.
inline constexpr std::size_t max_file_names = 4096;
inline constexpr std::size_t max_path = 512;
inline constexpr int max_path_parts = 64;
inline constexpr std::size_t max_nesting = 64;
// Levels of children in a scene, and how deep its file may nest to hold them.
inline constexpr std::size_t max_scene_depth = 64;
inline constexpr std::size_t max_scene_nesting = 160;
// Nodes of all files of a compilation; an alias counts as the nodes it refers to.
inline constexpr std::size_t max_nodes = 2'000'000;
inline constexpr std::size_t max_yaml_anchors = 100'000;
// Bytes of a scalar: ids become names in the output, many times over.
inline constexpr std::size_t max_text = 1024;
// Bytes of a text that begins with '=', which may be an expression.
inline constexpr std::size_t max_expression_text = 65'536;
// Bytes of all ids that symmetry makes: a prefix_to may be long, and so may an id with many
// aliases.
inline constexpr std::size_t max_made_names = 16u << 20;
// Bytes of all texts that repetitions and macros make in one document.
inline constexpr std::size_t max_expanded_text = 64u << 20;
// Nested brackets of an expression.
inline constexpr int max_expression_nesting = 64;
// Brackets, commas and colons of a weight file.
inline constexpr std::size_t max_json_structure = 20'000'000;
// Influences of all weight files, counted for every weight map that uses the file.
inline constexpr std::size_t max_file_influences = 20'000'000;
// Bytes of bone names looked up for weight files: the names of a file, plus 16 bytes each, once per
// armature that it is used with.
inline constexpr std::size_t max_file_bone_names = 64u << 20;
// Anchors of all contracts, counted for every asset that the contract is used for.
inline constexpr std::size_t max_contract_anchors = 1'000'000;
// Evaluations of ops on the grids of all implicit surfaces of a compilation.
inline constexpr std::uint64_t max_field_work = 200'000'000;
inline constexpr std::size_t max_import_depth = 32;
inline constexpr std::size_t max_bones = 65'536;
// A GLB's length fields are 32 bits wide.
inline constexpr std::uint64_t max_output_size = 0xffff'ffffu;
// Instances of instances multiply; a scene of more nodes is refused.
inline constexpr std::uint64_t max_output_nodes = 4'000'000;
// Bones of all armatures in all poses that an export writes as animations.
inline constexpr std::uint64_t max_posed_bones = 1'000'000;
// Bones times samples of a clip or poses, times reaches.
inline constexpr std::uint64_t max_motion_samples = 2'000'000;
// A picture: its sides, its pixels, those of all frames of an animation, and the views in it.
inline constexpr std::uint32_t min_picture_side = 16;
inline constexpr std::uint64_t max_picture_pixels = 1u << 25;
inline constexpr std::uint64_t max_animation_pixels = 1u << 27;
inline constexpr std::size_t max_views = 64;
// Comparisons of two shapes in a measurement, in a lint, and in an intent check of an inspection.
inline constexpr std::uint64_t max_distance_work = 1'000'000;
// The same in all intent checks of an inspection: enough for two that take all that one may.
inline constexpr std::uint64_t max_work_of_checks = 2'500'000;
// An inspection: the meshes, primitives, bones, anchors, instances and weighted primitives that are
// listed, the bytes of their ids, the pairs of primitives, and the vertices of all poses.
inline constexpr std::uint64_t max_inspected_items = 200'000;
inline constexpr std::uint64_t max_inspected_names = 16u << 20;
inline constexpr std::uint64_t max_inspected_pairs = 500'000;
inline constexpr std::uint64_t max_posed_vertices = 8'000'000;
// Diagnostics kept for sorting; the rest are only counted.
inline constexpr std::size_t max_kept_diagnostics = 10'000;
// After this many errors, the rest of a list is skipped.
inline constexpr std::size_t enough_errors = 100'000;

}  // namespace rigy::base

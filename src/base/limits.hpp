// The limits that keep hostile input cheap to refuse. All of them stand here and in docs/limits.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rigy {

inline constexpr std::size_t max_file_size = 64u << 20;
inline constexpr std::size_t max_nesting = 64;
// Nodes of one file, every alias counted as the nodes it stands for.
inline constexpr std::size_t max_nodes = 4'000'000;
inline constexpr std::size_t max_import_depth = 32;
inline constexpr std::size_t max_bones = 65'536;
// A GLB's length fields are 32 bits wide.
inline constexpr std::uint64_t max_output_size = 0xffff'ffffu;
// Instances of instances multiply; a scene of more nodes is refused.
inline constexpr std::uint64_t max_output_nodes = 4'000'000;
// Diagnostics kept for sorting; what is beyond is only counted.
inline constexpr std::size_t max_kept_diagnostics = 10'000;

}  // namespace rigy

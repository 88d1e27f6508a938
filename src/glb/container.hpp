// The GLB container: header, JSON chunk, binary chunk.
#pragma once

#include <cstdint>
#include <string>

namespace rigy {

// The size of the whole file.
[[nodiscard]] std::uint64_t glb_size(std::size_t json_size, std::uint64_t binary_size);

// Everything before the binary data: 12-byte header, padded JSON chunk, header of the binary chunk.
// Without binary data there is no such chunk.
[[nodiscard]] std::string glb_head(std::string json, std::uint64_t binary_size);

}  // namespace rigy

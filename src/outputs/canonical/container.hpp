// The GLB container: header, JSON chunk, binary chunk.
#pragma once

#include <cstdint>
#include <string>

#include "outputs_floor.hpp"

namespace rigy::outputs {

// The head is everything before the binary data: 12-byte header, padded JSON chunk, header of the
// binary chunk. It begins with room for fields that are only known at the end, so that the JSON,
// which may be hundreds of megabytes, is written in place.
[[nodiscard]] std::string begin_glb_head();

// The size of the whole file, given an unfinished head.
[[nodiscard]] std::uint64_t glb_size(std::uint64_t head_size, std::uint64_t binary_size);

// The first and the last bytes of a head, for those who write it in pieces: its headers, which take
// the room at its begin, and what follows the JSON. `head_size` is that of the unfinished head.
[[nodiscard]] std::string glb_head_begin(std::uint64_t head_size, std::uint64_t binary_size);
[[nodiscard]] std::string glb_head_end(std::uint64_t head_size, std::uint64_t binary_size);

// Pads the JSON and writes the headers. Without binary data there is no such chunk.
void finish_glb_head(std::string& head, std::uint64_t binary_size);

}  // namespace rigy::outputs

// The data of a GLB by kind, so that an implementer sees at once which kind is still wrong.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

inline constexpr std::array<std::string_view, 5> block_names{"positions", "normals", "indices",
                                                             "joints", "weights"};

// For each name: the data of these accessors of all meshes, in mesh order.
using Blocks = std::array<std::string, block_names.size()>;

// Nothing if the bytes are not a readable GLB.
[[nodiscard]] std::optional<Blocks> blocks_of(std::string_view glb);

// The names of the blocks that differ; none if either file cannot be read.
[[nodiscard]] std::vector<std::string_view> differing_blocks(std::string_view expected,
                                                             std::string_view actual);

}  // namespace rigy::interfaces

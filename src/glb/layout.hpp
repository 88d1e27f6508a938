// Where every block of the binary data lies. Known before any geometry exists.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/scene.hpp"

namespace rigy {

// One bufferView with its accessor.
struct Block {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t accessor = 0;  // also the number of its bufferView
};

struct MeshLayout {
  Block positions;
  Block normals;
  Block indices;
  // Only of skinned meshes.
  Block joints;
  Block weights;
  Block inverse_binds;
};

struct Layout {
  std::vector<MeshLayout> meshes;
  std::uint64_t size = 0;  // of all blocks; 64 bits, for it may be too large to be written
};

[[nodiscard]] Layout plan_layout(const Scene& scene);

}  // namespace rigy

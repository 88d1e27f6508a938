// The data of an exported glTF in fewer bytes (EXT_meshopt_compression), through libmeshoptimizer,
// which builds can do without.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gltf/data.hpp"

namespace rigy::outputs {

// A view as it is stored, and what its decoder has to know.
struct CompressedView {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t stride = 0;  // bytes of an element
  std::uint64_t count = 0;   // of elements; 0: stored as it is, as pictures are
  std::string_view mode;
  std::string_view filter;  // empty: none
};

struct CompressedData {
  std::vector<CompressedView> views;  // of each view of the data
  std::string bytes;                  // as many as a multiple of 4
};

// Compresses what fill_data wrote.
[[nodiscard]] CompressedData compress_data(const GltfData& data, std::string_view filled);

}  // namespace rigy::outputs

// Where every block of the binary data lies. Known before any geometry exists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "canonical/block_format.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

// The data of one accessor with its bufferView.
struct Block {
  Content content = Content::Positions;
  std::uint64_t offset = 0;
  std::uint64_t count = 0;   // of its elements
  std::uint32_t uv_set = 0;  // of texture coordinates

  [[nodiscard]] std::uint64_t size() const { return count * format_of(content).element_size; }
};

// Some of the blocks of a layout.
struct BlockRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct Layout {
  // In the order of the file: the index of a block is that of its accessor and bufferView.
  std::vector<Block> blocks;
  std::vector<BlockRange> parts;   // of each part of the scene
  std::vector<BlockRange> meshes;  // of each mesh those that its parts share
  std::uint64_t size = 0;          // of all blocks; 64 bits, for it may be too large to be written

  [[nodiscard]] std::span<const Block> blocks_of(BlockRange range) const {
    return std::span(blocks).subspan(range.begin, range.end - range.begin);
  }
  // The index of the block with that content, which the range must have.
  [[nodiscard]] std::uint32_t find(BlockRange range, Content content) const;
};

[[nodiscard]] Layout plan_layout(const Scene& scene);

}  // namespace rigy::outputs

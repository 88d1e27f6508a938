// The binary data in chunks that fit a processor's cache, so that it need not be in memory as a
// whole.
#pragma once

#include <cstdint>
#include <vector>

#include "canonical/layout.hpp"
#include "evaluate/plan.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

// What is made at once: whole blocks, one after the other in the file, or, of a part that is too
// large for one chunk, a slice of each block: the elements of some of its primitives.
struct Chunk {
  BlockRange blocks;
  std::uint32_t first_task = 0;  // of EvaluationPlan::tasks
  std::uint32_t end_task = 0;
  bool is_slice = false;
  // Of a slice: the first elements of its blocks, and how many there are.
  std::uint32_t first_vertex = 0;
  std::uint32_t vertex_count = 0;
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;

  // Of a block that the chunk has bytes of.
  [[nodiscard]] std::uint64_t first_element(const Block& block) const;
  [[nodiscard]] std::uint64_t size_of(const Block& block) const;
};

// In order: each chunk begins where the one before it ends, so that slices have one block only,
// and a large part is evaluated once per block.
enum class ChunkOrder : std::uint8_t { Any, OfFile };

// A chunk has at most `max_size` bytes, unless a single primitive, or the bones of a mesh, have
// more.
[[nodiscard]] std::vector<Chunk> plan_chunks(const Scene& scene, const Layout& layout,
                                             const EvaluationPlan& plan, ChunkOrder order,
                                             std::uint64_t max_size);

}  // namespace rigy::outputs

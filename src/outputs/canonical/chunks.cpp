#include "canonical/chunks.hpp"

#include <cstddef>
#include <span>
#include <utility>

namespace rigy::outputs {
namespace {

class ChunkPlanner {
 public:
  ChunkPlanner(const Layout& layout, const EvaluationPlan& plan, ChunkOrder order,
               std::uint64_t max_size)
      : layout_(layout), tasks_(plan.tasks), order_(order), max_size_(max_size) {}

  void add_part(std::uint32_t number) {
    const std::uint32_t first = next_task_;
    while (next_task_ < tasks_.size() && tasks_[next_task_].part_number == number) ++next_task_;
    const BlockRange blocks = layout_.parts[number];
    if (size_of(blocks) <= max_size_) return add_whole(blocks, first);
    close();
    if (order_ == ChunkOrder::Any) return add_slices(blocks, first);
    for (std::uint32_t block = blocks.begin; block < blocks.end; ++block) {
      add_slices({block, block + 1}, first);
    }
  }

  // The blocks that the parts of a mesh share.
  void add_mesh(BlockRange blocks) {
    if (blocks.begin < blocks.end) add_whole(blocks, next_task_);
  }

  [[nodiscard]] std::vector<Chunk> take() {
    close();
    return std::move(chunks_);
  }

 private:
  [[nodiscard]] std::uint64_t size_of(BlockRange range) const {
    std::uint64_t size = 0;
    for (const Block& block : layout_.blocks_of(range)) size += block.size();
    return size;
  }

  void close() {
    if (size_ > 0) chunks_.push_back(open_);
    size_ = 0;
  }

  // Blocks that belong to the tasks from `first` on.
  void add_whole(BlockRange blocks, std::uint32_t first) {
    const std::uint64_t size = size_of(blocks);
    if (size_ + size > max_size_) close();
    if (size_ == 0) open_ = {blocks, first};
    open_.blocks.end = blocks.end;
    open_.end_task = next_task_;
    size_ += size;
  }

  // Slices of some blocks of a part, for the tasks from `first` on.
  void add_slices(BlockRange blocks, std::uint32_t first) {
    std::uint64_t bytes_per_vertex = 0;
    std::uint64_t bytes_per_index = 0;
    for (const Block& block : layout_.blocks_of(blocks)) {
      const BlockFormat& format = format_of(block.content);
      (format.per == Per::Index ? bytes_per_index : bytes_per_vertex) += format.element_size;
    }
    Chunk slice;
    std::uint64_t size = 0;
    for (std::uint32_t i = first; i < next_task_; ++i) {
      const PrimitiveTask& task = tasks_[i];
      const std::uint32_t vertices = task.topology->vertex_count;
      const auto indices = static_cast<std::uint32_t>(task.topology->index_count());
      const std::uint64_t more = vertices * bytes_per_vertex + indices * bytes_per_index;
      if (size > 0 && size + more > max_size_) {
        chunks_.push_back(slice);
        size = 0;
      }
      if (size == 0) slice = {blocks, i, i, true, task.first_vertex, 0, task.first_index, 0};
      slice.end_task = i + 1;
      slice.vertex_count += vertices;
      slice.index_count += indices;
      size += more;
    }
    chunks_.push_back(slice);
  }

  const Layout& layout_;
  std::span<const PrimitiveTask> tasks_;
  ChunkOrder order_;
  std::uint64_t max_size_;
  std::vector<Chunk> chunks_;
  std::uint32_t next_task_ = 0;
  Chunk open_;              // of whole blocks
  std::uint64_t size_ = 0;  // of that
};

}  // namespace

std::uint64_t Chunk::first_element(const Block& block) const {
  return format_of(block.content).per == Per::Index ? first_index : first_vertex;
}

std::uint64_t Chunk::size_of(const Block& block) const {
  if (!is_slice) return block.size();
  const BlockFormat& format = format_of(block.content);
  const std::uint64_t count = format.per == Per::Index ? index_count : vertex_count;
  return count * format.element_size;
}

std::vector<Chunk> plan_chunks(const Scene& scene, const Layout& layout, const EvaluationPlan& plan,
                               ChunkOrder order, std::uint64_t max_size) {
  ChunkPlanner planner(layout, plan, order, max_size);
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    const StoredMesh& mesh = scene.meshes[i];
    for (std::uint32_t part = 0; part < mesh.parts().size(); ++part) {
      planner.add_part(mesh.first_part + part);
    }
    planner.add_mesh(layout.meshes[i]);
  }
  return planner.take();
}

}  // namespace rigy::outputs

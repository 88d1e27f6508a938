#include "canonical/stream.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "canonical/chunks.hpp"
#include "canonical/container.hpp"
#include "canonical/fill.hpp"
#include "canonical/json.hpp"
#include "common/limits.hpp"
#include "common/parallel.hpp"
#include "common/unreachable.hpp"
#include "io/write_pieces.hpp"

namespace rigy::outputs {
namespace {

// With its vertices in binary64 about as much as the second-level cache of a core.
constexpr std::uint64_t chunk_size = 1u << 20;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

// Everything before the binary data; `json_size` is that of the text. False if it could not be
// written.
bool write_head(const GlbContents& contents, std::uint64_t json_size, OutputSink& sink) {
  const std::uint64_t binary = contents.layout.size;
  const std::uint64_t unfinished = begin_glb_head().size() + json_size;
  std::uint64_t offset = 0;
  bool is_fine = true;
  const auto write = [&](std::string_view text) {
    if (is_fine) is_fine = sink.write(offset, bytes_of(text));
    offset += text.size();
  };
  std::string text = glb_head_begin(unfinished, binary);
  append_gltf_json(text, contents.planned, contents.numbers, contents.layout, contents.bounds,
                   max_output_size, write);
  if (offset + text.size() != unfinished) unreachable();  // it was counted wrong
  write(text + glb_head_end(unfinished, binary));
  return is_fine;
}

// The matrices of armatures, which all meshes bound to them have, unless a transform was baked into
// them.
class InverseBinds {
 public:
  explicit InverseBinds(const Scene& scene) {
    for (const StoredMesh& mesh : scene.meshes) {
      if (!mesh.skinned || mesh.baked != nullptr) continue;
      std::vector<std::byte>& bytes = of_armatures_[&mesh.armature()];
      if (!bytes.empty()) continue;
      bytes.resize(mesh.armature().bones.size() * format_of(Content::InverseBinds).element_size);
      write_inverse_binds(mesh, bytes.data());
    }
  }

  void write(const StoredMesh& mesh, std::byte* out) const {
    if (mesh.baked != nullptr) return write_inverse_binds(mesh, out);
    const std::vector<std::byte>& bytes = of_armatures_.at(&mesh.armature());
    std::memcpy(out, bytes.data(), bytes.size());
  }

 private:
  std::unordered_map<const Armature*, std::vector<std::byte>> of_armatures_;
};

// Makes chunks, one after the other, for one worker.
class ChunkMaker {
 public:
  ChunkMaker(const GlbContents& contents, const InverseBinds& inverse_binds, Winding winding,
             unsigned threads)
      : contents_(contents), inverse_binds_(inverse_binds), evaluator_(winding, threads) {}

  void make(const Chunk& chunk) {
    const Layout& layout = contents_.layout;
    places_.clear();
    std::size_t size = 0;
    for (const Block& block : layout.blocks_of(chunk.blocks)) {
      places_.push_back(size);
      size += static_cast<std::size_t>(chunk.size_of(block));
    }
    if (bytes_.size() < size) bytes_.resize(size);
    size_ = size;
    for (std::uint32_t i = chunk.first_task; i < chunk.end_task; ++i) {
      add(chunk, evaluator_.evaluate(contents_.evaluation.tasks[i]));
    }
    add_inverse_binds(chunk);
  }

  // The chunk that was made last.
  [[nodiscard]] bool write(const Chunk& chunk, std::uint64_t offset, OutputSink& sink) const {
    const std::span<const std::byte> bytes(bytes_);
    const std::span<const Block> blocks = contents_.layout.blocks_of(chunk.blocks);
    if (!chunk.is_slice) return sink.write(offset + blocks[0].offset, bytes.first(size_));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const Block& block = blocks[i];
      const std::uint64_t first =
          chunk.first_element(block) * format_of(block.content).element_size;
      const auto size = static_cast<std::size_t>(chunk.size_of(block));
      if (!sink.write(offset + block.offset + first, bytes.subspan(places_[i], size))) return false;
    }
    return true;
  }

 private:
  void add(const Chunk& chunk, const EvaluatedPrimitive& primitive) {
    const PrimitiveTask& task = primitive.task;
    const BlockRange part = contents_.layout.parts[task.part_number];
    const std::uint32_t end = std::min(part.end, chunk.blocks.end);
    for (std::uint32_t i = std::max(part.begin, chunk.blocks.begin); i < end; ++i) {
      const Block& block = contents_.layout.blocks[i];
      const BlockFormat& format = format_of(block.content);
      const std::uint64_t first = format.per == Per::Index ? task.first_index : task.first_vertex;
      const std::uint64_t here = (first - chunk.first_element(block)) * format.element_size;
      write_content(block, primitive, bytes_.data() + places_[i - chunk.blocks.begin] + here);
    }
  }

  void add_inverse_binds(const Chunk& chunk) {
    if (chunk.is_slice) return;
    const std::vector<BlockRange>& meshes = contents_.layout.meshes;
    auto mesh = std::partition_point(meshes.begin(), meshes.end(), [&](const BlockRange& range) {
      return range.begin < chunk.blocks.begin;
    });
    for (; mesh != meshes.end() && mesh->end <= chunk.blocks.end; ++mesh) {
      if (mesh->begin == mesh->end) continue;
      const auto number = static_cast<std::size_t>(mesh - meshes.begin());
      inverse_binds_.write(contents_.planned.scene.meshes[number],
                           bytes_.data() + places_[mesh->begin - chunk.blocks.begin]);
    }
  }

  const GlbContents& contents_;
  const InverseBinds& inverse_binds_;
  PrimitiveEvaluator evaluator_;
  std::vector<std::byte> bytes_;
  std::size_t size_ = 0;             // of the chunk
  std::vector<std::size_t> places_;  // of its blocks
};

}  // namespace

std::uint64_t stream_glb(const GlbContents& contents, const EvaluateOptions& options,
                         OutputSink& sink, Diagnostics& diagnostics) {
  const Scene& scene = contents.planned.scene;
  const Layout& layout = contents.layout;
  const std::uint64_t json_size =
      gltf_json_size(contents.planned, contents.numbers, layout, contents.bounds, max_output_size);
  const std::uint64_t unfinished = begin_glb_head().size() + json_size;
  if (!fits_output(unfinished, layout.size, diagnostics)) return 0;
  const std::uint64_t size = glb_size(unfinished, layout.size);
  sink.expect(size);
  const bool any_order = sink.takes_any_order();
  const std::vector<Chunk> chunks =
      plan_chunks(scene, layout, contents.evaluation,
                  any_order ? ChunkOrder::Any : ChunkOrder::OfFile, chunk_size);
  const InverseBinds inverse_binds(scene);
  const unsigned workers = useful_threads(chunks.size() + 1, options.threads, 1);
  std::vector<std::unique_ptr<ChunkMaker>> makers;
  for (unsigned i = 0; i < workers; ++i) {
    makers.push_back(std::make_unique<ChunkMaker>(contents, inverse_binds, options.winding,
                                                  std::max(1u, options.threads / workers)));
  }
  // The first piece is the text, the others are the chunks.
  const auto make = [&](unsigned worker, std::size_t i) {
    if (i > 0) makers[worker]->make(chunks[i - 1]);
  };
  const auto write = [&](unsigned worker, std::size_t i) {
    return i == 0 ? write_head(contents, json_size, sink)
                  : makers[worker]->write(chunks[i - 1], size - layout.size, sink);
  };
  write_pieces({chunks.size() + 1, options.threads, any_order}, make, write);
  return size;
}

}  // namespace rigy::outputs

#include "canonical/layout.hpp"

#include "common/unreachable.hpp"

namespace rigy::outputs {
namespace {

// The number of blocks of the format that each part of the mesh has.
std::size_t blocks_of_format(const BlockFormat& format, const StoredMesh& mesh) {
  if (format.only_skinned && !mesh.skinned) return 0;
  return format.per == Per::VertexOfUvSet ? mesh.uv_generators().size() : 1;
}

// Appends the blocks of the table's formats for which `count_of` gives a count.
template <class CountOf>
BlockRange append_blocks(Layout& layout, const StoredMesh& mesh, const CountOf& count_of) {
  BlockRange range;
  range.begin = static_cast<std::uint32_t>(layout.blocks.size());
  for (const BlockFormat& format : block_formats) {
    const std::uint64_t count = count_of(format.per);
    if (count == 0) continue;
    for (std::uint32_t i = 0; i < blocks_of_format(format, mesh); ++i) {
      const Block block{format.content, layout.size, count, i};
      layout.blocks.push_back(block);
      layout.size += block.size();
    }
  }
  range.end = static_cast<std::uint32_t>(layout.blocks.size());
  return range;
}

std::uint64_t count_in_part(const ScenePart& part, Per per) {
  switch (per) {
    case Per::Vertex:
    case Per::VertexOfUvSet:
      return part.vertex_count;
    case Per::Index:
      return part.index_count;
    case Per::Bone:
      return 0;
  }
  unreachable();
}

}  // namespace

std::uint32_t Layout::find(BlockRange range, Content content) const {
  std::uint32_t number = range.begin;
  while (blocks[number].content != content) ++number;
  return number;
}

Layout plan_layout(const Scene& scene) {
  Layout layout;
  layout.blocks.reserve(block_formats.size() * scene.part_count);
  for (const StoredMesh& mesh : scene.meshes) {
    for (const ScenePart& part : mesh.parts()) {
      layout.parts.push_back(
          append_blocks(layout, mesh, [&part](Per per) { return count_in_part(part, per); }));
    }
    const std::uint64_t bones = mesh.skinned ? mesh.armature().bones.size() : 0;
    layout.meshes.push_back(
        append_blocks(layout, mesh, [bones](Per per) { return per == Per::Bone ? bones : 0; }));
  }
  return layout;
}

}  // namespace rigy::outputs

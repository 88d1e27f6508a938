// The numbers of a mesh while it is written.
#include <memory>
#include <numeric>
#include <utility>

#include "common/parallel.hpp"
#include "fbx/output.hpp"
#include "io/write_pieces.hpp"

namespace rigy::outputs {
namespace {

// The numbers of so many vertices take about 5 MiB.
constexpr std::size_t max_vertices_at_once = 1u << 16;

struct SlotOfPart {
  PrimitiveSlot slot;
  std::size_t first_point = 0;
  std::size_t first_vertex = 0;
};

// A primitive that a worker has made.
struct MadePrimitive {
  std::unique_ptr<NumberReader> reader;
  Geometry geometry;
  PartPoints points;
};

}  // namespace

FbxMeshNumbers::FbxMeshNumbers(const FbxOutput& output, std::size_t mesh)
    : model_(output.model),
      points_(&output.plan.points[mesh]),
      threads_(output.threads),
      is_counted_only_(output.writer.measures()) {
  const std::vector<std::uint32_t>& counts = output.plan.point_counts[mesh];
  point_count_ = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  for (const ExportPart& part : model_.meshes[mesh].parts) {
    geometries_.push_back(model_.geometries[part.geometry]);
    vertex_count_ += geometries_.back().vertex_count();
    index_count_ += geometries_.back().index_count();
  }
  if (model_.source == nullptr || is_counted_only_) return;
  is_large_ = vertex_count_ > max_vertices_at_once;
  if (is_large_) return;
  for (std::size_t i = 0; i < geometries_.size(); ++i) {
    geometries_[i] = load(*model_.source, geometries_[i], threads_, memory_);
    made_points_.push_back(points_of(geometries_[i], model_.meshes[mesh].parts[i].groups));
  }
  points_ = &made_points_;
}

void FbxMeshNumbers::each_piece(const Work& work, const Wanted& wanted) const {
  if (is_large_) return each_primitive(work, wanted);
  std::size_t first_point = 0;
  std::size_t first_vertex = 0;
  for (std::size_t i = 0; i < geometries_.size(); ++i) {
    work({geometries_[i], (*points_)[i], first_point, first_vertex});
    first_point += (*points_)[i].vertices.size();
    first_vertex += geometries_[i].vertex_count();
  }
}

void FbxMeshNumbers::each_primitive(const Work& work, const Wanted& wanted) const {
  const NumberSource& source = *model_.source;
  std::vector<SlotOfPart> slots;
  std::size_t first_point = 0;
  std::size_t first_vertex = 0;
  for (const Geometry& geometry : geometries_) {
    for (const PrimitiveSlot& slot : source.slots_of(geometry)) {
      const PrimitiveFacts& facts = source.facts(slot);
      if (!wanted || wanted(facts)) slots.push_back({slot, first_point, first_vertex});
      first_point += facts.points;
      first_vertex += facts.vertices;
    }
  }
  std::vector<MadePrimitive> made(useful_threads(slots.size(), threads_, 1));
  const auto make = [&](unsigned worker, std::size_t i) {
    MadePrimitive& one = made[worker];
    if (one.reader == nullptr) one.reader = std::make_unique<NumberReader>(source);
    one.geometry = one.reader->read(slots[i].slot);
    PrimitiveGroup all;
    all.index_count = static_cast<std::uint32_t>(one.geometry.indices.size());
    one.points = points_of(one.geometry, {&all, 1});
  };
  const auto write = [&](unsigned worker, std::size_t i) {
    const MadePrimitive& one = made[worker];
    work({one.geometry, one.points, slots[i].first_point, slots[i].first_vertex});
    return true;
  };
  write_pieces({slots.size(), threads_, false}, make, write);
}

}  // namespace rigy::outputs

#include "gltf/storage.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "export_model/geometry.hpp"

namespace rigy::outputs {
namespace {

constexpr std::size_t max_short_indices = 0xffff;  // the last one means something else to GPUs

}  // namespace

bool has_short_indices(const Geometry& geometry) {
  return geometry.vertex_count() <= max_short_indices;
}

bool has_byte_joints(const Geometry& geometry) {
  if (geometry.later != nullptr) return geometry.later->greatest_joint <= 0xff;
  const auto all_bits =
      std::accumulate(geometry.joints.begin(), geometry.joints.end(), 0u, std::bit_or<>());
  return all_bits <= 0xff;
}

bool can_have_short_uvs(const Geometry& geometry, std::size_t set) {
  return geometry.later != nullptr ? !geometry.later->are_large_uvs[set]
                                   : fits_unit_square(geometry.uv_sets[set]);
}

std::uint32_t index_source(const ExportModel& model, std::size_t number) {
  const Geometry& geometry = model.geometries[number];
  if (geometry.vertices_of == no_index || geometry.first_vertex != 0) return no_index;
  const Geometry& whole = model.geometries[geometry.vertices_of];
  // Of numbers that are made later, the first vertices are those of the first triangles.
  const bool are_first =
      geometry.later != nullptr ||
      (whole.indices.size() >= geometry.indices.size() &&
       std::equal(geometry.indices.begin(), geometry.indices.end(), whole.indices.begin()));
  return are_first && has_short_indices(whole) == has_short_indices(geometry) ? geometry.vertices_of
                                                                              : no_index;
}

}  // namespace rigy::outputs

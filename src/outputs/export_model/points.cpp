#include "export_model/points.hpp"

#include <algorithm>
#include <cstddef>

#include "export_model/distinct.hpp"

namespace rigy::outputs {
namespace {

bool are_one_point(const Geometry& geometry, std::size_t a, std::size_t b) {
  const auto equal = [a, b](const auto& numbers, std::size_t width) {
    return bytes_of(numbers.data() + width * a, width) ==
           bytes_of(numbers.data() + width * b, width);
  };
  return equal(geometry.positions, 3) &&
         (geometry.joints.empty() || (equal(geometry.joints, 4) && equal(geometry.weights, 4)));
}

}  // namespace

PartPoints points_of(const Geometry& geometry, std::span<const PrimitiveGroup> groups) {
  PartPoints points;
  points.of_vertex.assign(geometry.vertex_count(), no_index);
  DistinctVertices known;
  for (const PrimitiveGroup& group : groups) {
    const auto indices = geometry.indices.subspan(group.first_index, group.index_count);
    const auto [least, greatest] = std::minmax_element(indices.begin(), indices.end());
    known.clear(*greatest - *least + 1);
    for (std::uint32_t vertex = *least; vertex <= *greatest; ++vertex) {
      const std::size_t hash =
          base::hash_of(bytes_of(&geometry.positions[std::size_t{3} * vertex], 3));
      const std::uint32_t first = known.first_equal(
          vertex, hash, [&](std::uint32_t one) { return are_one_point(geometry, one, vertex); });
      if (first == vertex) {
        points.of_vertex[vertex] = static_cast<std::uint32_t>(points.vertices.size());
        points.vertices.push_back(vertex);
      } else {
        points.of_vertex[vertex] = points.of_vertex[first];
      }
    }
  }
  return points;
}

}  // namespace rigy::outputs

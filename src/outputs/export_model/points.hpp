// Points of a part: places that formats with normals and UVs for each corner store once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "export_model/model.hpp"

namespace rigy::outputs {

// Vertices of one primitive in one place, with the same influences, are one point: a box has eight.
struct PartPoints {
  std::vector<std::uint32_t> of_vertex;  // the point of each vertex
  std::vector<std::uint32_t> vertices;   // the first vertex of each point
};

[[nodiscard]] PartPoints points_of(const Geometry& geometry,
                                   std::span<const PrimitiveGroup> groups);

}  // namespace rigy::outputs

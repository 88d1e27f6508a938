// Vertices of a part that are equal in everything are stored once, and those that no triangle uses
// not at all. Tessellations leave many: an implicit surface has three vertices of its own for each
// triangle, and other programs would show it as loose triangles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "export_model/model.hpp"

namespace rigy::outputs {

// The memory that a geometry refers to.
struct VertexArrays {
  float* positions = nullptr;
  float* normals = nullptr;
  std::vector<float*> uv_sets;
  float* weights = nullptr;
  std::uint16_t* joints = nullptr;
  std::uint32_t* indices = nullptr;
};

// Within each primitive: two that touch stay two. The order of vertices and triangles stays.
void weld(const VertexArrays& arrays, std::span<const PrimitiveGroup> groups, Geometry& geometry);

// Turns normals that point against their triangle to its own normal. Only vertices that no other
// triangle uses, as those of implicit surfaces: `first` to `first + count` of the indices.
void mend_normals(const VertexArrays& arrays, std::uint32_t first, std::uint32_t count);

}  // namespace rigy::outputs

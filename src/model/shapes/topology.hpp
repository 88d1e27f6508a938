// How a primitive's surface is divided: how many vertices it has, which of them its triangles join,
// and where they go when it is mirrored. It belongs to the primitive, not its type: the counts may
// be constants of the type, or known only once the surface has been computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "document/document.hpp"
#include "math/vec.hpp"
#include "model_floor.hpp"

namespace rigy::model {

// The vertex that a vertex goes to under reflection in x. Whatever goes to the first column of a
// ring also goes to its seam copy; elsewhere both are the same.
struct MirrorImage {
  std::uint32_t vertex = 0;
  std::uint32_t seam = 0;
};

struct Topology {
  std::uint32_t vertex_count = 0;
  // Triangles, relative to the primitive's first vertex. Empty if they share no vertices: then
  // every three consecutive vertices form a triangle.
  std::span<const std::uint32_t> indices{};
  // Of these, [inward_begin, inward_end) face inward in the canonical files (D12).
  std::size_t inward_begin = 0;
  std::size_t inward_end = 0;
  // One for each vertex; empty if the vertices of a mirrored primitive keep their numbers.
  std::span<const MirrorImage> mirror{};
  // One for each vertex, of unit length, if they do not depend on the dimensions; else empty.
  std::span<const Vec3> constant_normals{};
  // The same as stored, three numbers each.
  std::span<const float> stored_normals{};

  [[nodiscard]] std::size_t index_count() const {
    return indices.empty() ? vertex_count : indices.size();
  }
  [[nodiscard]] MirrorImage mirror_image(std::uint32_t vertex) const {
    return mirror.empty() ? MirrorImage{vertex, vertex} : mirror[vertex];
  }
};

// Null if it is unknown: the primitive could not be read, or is an implicit surface that has not
// been extracted yet.
[[nodiscard]] const Topology* topology_of(const Primitive& primitive);

}  // namespace rigy::model

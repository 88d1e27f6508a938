// How far a primitive reaches, without tessellating it.
#pragma once

#include <array>

#include "document/document.hpp"
#include "model_floor.hpp"

namespace rigy::model {

struct Extent {
  double min = 0;
  double max = 0;
};

// Along x, y and z of the mesh, in a file of that version. The primitive has a type, all its
// dimensions, and vertices. The extent is that of the exact shape, which the vertices of a rotated
// one may fall short of by half a percent of its radius; for an implicit surface, that of the cells
// it passes through.
[[nodiscard]] std::array<Extent, 3> extents_of(const Primitive& primitive, Version version);

}  // namespace rigy::model

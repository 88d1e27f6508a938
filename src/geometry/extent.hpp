// How far a primitive reaches, without tessellating it.
#pragma once

#include <array>

#include "document/document.hpp"

namespace rigy {

struct Extent {
  double min = 0;
  double max = 0;
};

// Along x, y and z of the mesh, in a file of that version. The primitive has a type and all of its
// dimensions, and vertices. Its exact shape counts, which the vertices of a rotated one may fall
// short of by half a percent of its radius; of an implicit surface, the cells that it passes
// through.
[[nodiscard]] std::array<Extent, 3> extents_of(const Primitive& primitive, Version version);

}  // namespace rigy

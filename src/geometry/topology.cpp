#include "geometry/topology.hpp"

#include "geometry/implicit_surface.hpp"
#include "geometry/shape.hpp"

namespace rigy {

const Topology* topology_of(const Primitive& primitive) {
  if (!primitive.type) return nullptr;
  if (const Shape* shape = shape_of(primitive)) return &shape->topology;
  return primitive.extraction == nullptr ? nullptr : &primitive.extraction->topology;
}

}  // namespace rigy

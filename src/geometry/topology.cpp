#include "geometry/topology.hpp"

#include "geometry/shape.hpp"

namespace rigy {

const Topology* topology_of(const Primitive& primitive) {
  if (!primitive.type) return nullptr;
  const Shape* shape = shape_of(primitive);
  return shape == nullptr ? nullptr : &shape->topology;
}

}  // namespace rigy

#include "geometry/topology.hpp"

#include "geometry/shape.hpp"

namespace rigy {

const Topology* topology_of(const Primitive& primitive) {
  return primitive.type ? &shape_of(*primitive.type).topology : nullptr;
}

}  // namespace rigy

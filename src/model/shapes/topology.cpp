#include "shapes/topology.hpp"

#include "shapes/implicit_surface.hpp"
#include "shapes/shape.hpp"

namespace rigy::model {

const Topology* topology_of(const Primitive& primitive) {
  if (!primitive.type) return nullptr;
  if (const Shape* shape = shape_of(primitive)) return &shape->topology;
  return primitive.extraction == nullptr ? nullptr : &primitive.extraction->topology;
}

}  // namespace rigy::model

// How far one surface is from another that has other vertices.
#pragma once

#include <optional>
#include <span>

#include "distance/solid.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

struct FarPoint {
  Vec3 at;       // a vertex of one surface
  Vec3 nearest;  // the point of the other that is closest to it
  double distance = 0;
};

// The vertex that is farthest from the triangles of `other`, which has some. Of very many vertices
// only every n-th is measured. Every triangle that is looked at is work; what exceeds it is left
// out, and the result is then of no use.
[[nodiscard]] FarPoint farthest_from(std::span<const Vec3> vertices, const WorldPrimitive& other,
                                     Work& work);

}  // namespace rigy::tools

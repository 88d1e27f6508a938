#include "distance/gjk.hpp"

#include <algorithm>
#include <cmath>

namespace rigy::kernel {
namespace {

// Round shapes are approached by about a bit per step.
constexpr int max_gjk_steps = 256;
// How far the distance may be from its lower bound, as a share of it.
constexpr double gjk_accuracy = 1e-14;

bool has_corner(const Simplex& simplex, const Vec3& at) {
  const auto used = simplex.used();
  return std::any_of(used.begin(), used.end(),
                     [&](const DifferencePoint& corner) { return corner.at == at; });
}

}  // namespace

CoreDistance core_distance(const Convex& a, const Convex& b) {
  CoreDistance best;
  Simplex& simplex = best.simplex;
  simplex.corners[0] = difference_support(a, b, center_of(a) - center_of(b));
  simplex.size = 1;
  reduce_to_nearest(simplex);
  best.nearest = nearest_point(simplex);
  for (int step = 0; step < max_gjk_steps; ++step) {
    const Vec3 way = best.nearest.at;
    const double square = dot(way, way);
    if (!(square > 0)) break;
    const DifferencePoint next = difference_support(a, b, -way);
    // No point of the difference is nearer than `next` lets it be.
    if (square - dot(way, next.at) <= gjk_accuracy * square || has_corner(simplex, next.at)) break;
    Simplex grown = simplex;
    grown.corners[grown.size++] = next;
    reduce_to_nearest(grown);
    if (grown.has_origin) {
      simplex = grown;
      best.nearest = {};
      return best;
    }
    const DifferencePoint nearer = nearest_point(grown);
    if (!(dot(nearer.at, nearer.at) < square)) break;
    simplex = grown;
    best.nearest = nearer;
  }
  best.distance = length(best.nearest.at);
  return best;
}

}  // namespace rigy::kernel

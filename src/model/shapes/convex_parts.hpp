// What smooth shapes are put together from, for Shape::convex.
#pragma once

#include <span>

#include "distance/convex.hpp"
#include "math/affine.hpp"
#include "model_floor.hpp"

namespace rigy::model {

// The ball around the hull; an ellipsoid if the transform is not uniform.
void add_ball(const Affine& transform, double radius, Convex& shape);

// The ends of an axis of that height along y.
void add_ends(const Affine& transform, double height, Convex& shape);

// Each corner once.
void add_corners(const Affine& transform, std::span<const Vec3> corners, Convex& shape);

}  // namespace rigy::model

// Everything that decides the colors of one view.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "render/camera.hpp"
#include "render/lights.hpp"
#include "render/surfaces.hpp"

namespace rigy::outputs {

// Premultiplied, linear.
struct Rgba {
  Rgb color;
  double alpha = 0;
};

struct Backdrop {
  Rgb above;  // at the upper edge
  Rgb below;
  Rgb lines;  // of the grid
  bool transparent = false;
};

[[nodiscard]] Backdrop backdrop_of(Background background);

// Lines on the ground, every `step` meters; each fifth one is stronger.
struct Grid {
  double step = 1;
  Vec3 center;
  double reach = 1;  // from the center, where it has faded away
};

struct Stage {
  const Surfaces& surfaces;
  const Camera& camera;
  const Lights& lights;
  const Backdrop& backdrop;
  std::optional<GroundShadow> ground;  // not given: the camera is below it
  std::optional<Grid> grid;
  double height = 1;  // of the view, in pixels
};

// Behind everything, at a place of the view.
[[nodiscard]] Rgba background_at(const Stage& stage, double x, double y);

// A visible point of a triangle.
struct SurfacePoint {
  const Paint& paint;
  Vec3 position;
  Vec3 normal;  // interpolated, of any length
  double heat = -1;
  bool back_face = false;
};
[[nodiscard]] Rgba shade(const Stage& stage, const SurfacePoint& point, double x, double y);

}  // namespace rigy::outputs

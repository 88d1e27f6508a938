// Cameras: where a view looks from, and where points of the world are in its picture.
#pragma once

#include <span>

#include "math/vec.hpp"
#include "outputs_floor.hpp"
#include "rigy/render.hpp"

namespace rigy::outputs {

// A point in the picture. x and y count pixels from the upper left corner; nearness is larger for
// what is nearer, and linear along straight lines of the picture.
struct Projected {
  double x = 0;
  double y = 0;
  double nearness = 0;
};

struct Camera {
  Vec3 right;
  Vec3 up;
  Vec3 back;  // from what is looked at to the camera
  Vec3 eye;   // orthographic: any point in front of everything
  bool perspective = false;
  double scale = 1;     // pixels per meter, perspective: at distance 1
  double center_x = 0;  // of the picture, in pixels
  double center_y = 0;

  [[nodiscard]] Projected operator()(const Vec3& point) const;
  // The direction from a point to the camera, of unit length.
  [[nodiscard]] Vec3 toward_camera(const Vec3& point) const;
  // Meters that a pixel is wide at a point.
  [[nodiscard]] double pixel_size(const Vec3& point) const;
};

// A line of sight: every point is origin + t·direction; what the camera sees first has the least t.
struct Sight {
  Vec3 origin;
  Vec3 direction;
};
[[nodiscard]] Sight sight_through(const Camera& camera, double x, double y);

// The place of a picture or of one view of a montage, in pixels.
struct Frame {
  double width = 0;
  double height = 0;
  double margin = 0;
};

// How far the points reach seen from a view, for fitting.
struct Reach {
  double right = 0, left = 0, up = 0, down = 0;  // beyond the target, with the perspective
  double near = 0, far = 0;                      // along the line of sight
  bool empty = true;
};

struct CameraAngle {
  double azimuth = 0;  // degrees
  double elevation = 0;
};

// A camera without a place yet, its axes set.
[[nodiscard]] Camera aim(const CameraAngle& angle, Projection projection);
// Of points seen by an aimed camera; `target` is what it turns around.
[[nodiscard]] Reach reach_of(const Camera& camera, const Frame& frame, const Vec3& target,
                             std::span<const Vec3> points);
[[nodiscard]] Reach both(const Reach& a, const Reach& b);
// The same to both sides, so that a turning camera keeps its distance.
[[nodiscard]] Reach centered(const Reach& reach);
// Puts the camera where it sees everything within reach.
void place(Camera& camera, const Frame& frame, const Vec3& target, const Reach& reach);

}  // namespace rigy::outputs

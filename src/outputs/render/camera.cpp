#include "render/camera.hpp"

#include <algorithm>

#include "math/rotation.hpp"
#include "math/trig.hpp"

namespace rigy::outputs {
namespace {

// The tangent of half the angle that the shorter side of the picture spans.
constexpr double half_view = 0.24;

// Right angles are exact, so that views along an axis are.
SinCos sin_cos_of_degrees(double degrees) {
  const double turns = degrees / 90;
  if (turns == 0) return {0, 1};
  if (turns == 1) return {1, 0};
  if (turns == -1) return {-1, 0};
  if (turns == 2 || turns == -2) return {0, -1};
  return sin_cos(degrees * radians_per_degree);
}

struct Slopes {
  double x = 0;  // half the width at distance 1
  double y = 0;
};

Slopes slopes_of(const Camera& camera, const Frame& frame) {
  if (!camera.perspective) return {};
  const double shorter = std::min(frame.width, frame.height);
  return {half_view * (frame.width - 2 * frame.margin) / shorter,
          half_view * (frame.height - 2 * frame.margin) / shorter};
}

}  // namespace

Projected Camera::operator()(const Vec3& point) const {
  const Vec3 from_eye = point - eye;
  const double x = dot(from_eye, right);
  const double y = dot(from_eye, up);
  const double depth = -dot(from_eye, back);
  if (!perspective) return {center_x + scale * x, center_y - scale * y, -depth};
  const double nearness = 1 / depth;
  return {center_x + scale * x * nearness, center_y - scale * y * nearness, nearness};
}

Vec3 Camera::toward_camera(const Vec3& point) const {
  if (!perspective) return back;
  const Vec3 way = eye - point;
  return way / length(way);
}

double Camera::pixel_size(const Vec3& point) const {
  return perspective ? -dot(point - eye, back) / scale : 1 / scale;
}

Sight sight_through(const Camera& camera, double x, double y) {
  const Vec3 aside = ((x - camera.center_x) / camera.scale) * camera.right +
                     ((camera.center_y - y) / camera.scale) * camera.up;
  if (!camera.perspective) return {camera.eye + aside, -camera.back};
  return {camera.eye, aside - camera.back};
}

Camera aim(const CameraAngle& angle, Projection projection) {
  const SinCos azimuth = sin_cos_of_degrees(angle.azimuth);
  const SinCos elevation = sin_cos_of_degrees(angle.elevation);
  Camera camera;
  camera.right = {azimuth.cos, 0, -azimuth.sin};
  camera.back = {elevation.cos * azimuth.sin, elevation.sin, elevation.cos * azimuth.cos};
  camera.up = cross(camera.back, camera.right);
  camera.perspective = projection == Projection::Perspective;
  return camera;
}

Reach reach_of(const Camera& camera, const Frame& frame, const Vec3& target,
               std::span<const Vec3> points) {
  const Slopes slopes = slopes_of(camera, frame);
  Reach reach;
  for (const Vec3& point : points) {
    const Vec3 way = point - target;
    const double x = dot(way, camera.right);
    const double y = dot(way, camera.up);
    const double z = dot(way, camera.back);
    reach = both(reach, {z * slopes.x + x, z * slopes.x - x, z * slopes.y + y, z * slopes.y - y, z,
                         -z, false});
  }
  return reach;
}

Reach both(const Reach& a, const Reach& b) {
  if (a.empty) return b;
  if (b.empty) return a;
  return {std::max(a.right, b.right),
          std::max(a.left, b.left),
          std::max(a.up, b.up),
          std::max(a.down, b.down),
          std::max(a.near, b.near),
          std::max(a.far, b.far),
          false};
}

Reach centered(const Reach& reach) {
  const double aside = std::max(reach.right, reach.left);
  return {aside, aside, reach.up, reach.down, reach.near, reach.far, reach.empty};
}

void place(Camera& camera, const Frame& frame, const Vec3& target, const Reach& reach) {
  camera.center_x = frame.width / 2;
  camera.center_y = frame.height / 2;
  const double half_width = std::max((reach.right + reach.left) / 2, 1e-30);
  const double half_height = std::max((reach.up + reach.down) / 2, 1e-30);
  const Vec3 middle =
      ((reach.right - reach.left) / 2) * camera.right + ((reach.up - reach.down) / 2) * camera.up;
  const double usable_width = frame.width - 2 * frame.margin;
  const double usable_height = frame.height - 2 * frame.margin;
  if (!camera.perspective) {
    camera.scale = std::min(usable_width / (2 * half_width), usable_height / (2 * half_height));
    camera.eye = target + middle + (reach.near + half_width) * camera.back;
    return;
  }
  const Slopes slopes = slopes_of(camera, frame);
  // Flat things must not touch the camera.
  const double depth = std::max(reach.near + reach.far, half_width);
  const double distance =
      std::max({half_width / slopes.x, half_height / slopes.y, reach.near + 0.05 * depth});
  camera.scale = std::min(frame.width, frame.height) / (2 * half_view);
  camera.eye = target + middle + distance * camera.back;
}

}  // namespace rigy::outputs

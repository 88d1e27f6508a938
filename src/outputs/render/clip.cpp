#include "render/clip.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "common/index.hpp"

namespace rigy::outputs {
namespace {

// Of the distance to what is looked at: nearer than that, nothing is seen.
constexpr double near_plane_share = 1e-3;
// Beyond the edges of the picture, so that the cut is not seen.
constexpr double margin_pixels = 2;
// Where the cut of a triangle that reaches extremely far may end up for want of digits.
constexpr double far_pixels = 1e5;

// What is seen lies where dot(inward, point) + add is not negative.
struct Plane {
  Vec3 inward;
  double add = 0;

  [[nodiscard]] double height(const Vec3& point) const { return dot(inward, point) + add; }
};

using Planes = std::vector<Plane>;

// An edge of the picture, `half` pixels from its center in the direction `aside`.
Plane edge_plane(const Camera& camera, const Vec3& aside, double half) {
  const double slope = (half + margin_pixels) / camera.scale;
  const Vec3 inward = camera.perspective ? -aside - slope * camera.back : -aside;
  return {inward, -dot(inward, camera.eye) + (camera.perspective ? 0 : slope)};
}

Planes planes_of(const Camera& camera, const Frame& frame, const Vec3& target) {
  Planes planes{edge_plane(camera, camera.right, frame.width / 2),
                edge_plane(camera, -camera.right, frame.width / 2),
                edge_plane(camera, camera.up, frame.height / 2),
                edge_plane(camera, -camera.up, frame.height / 2)};
  if (camera.perspective) {
    const double nearest = near_plane_share * length(target - camera.eye);
    planes.push_back({-camera.back, dot(camera.back, camera.eye) - nearest});
  }
  return planes;
}

bool is_inside(const Planes& planes, const Vec3& point) {
  return std::all_of(planes.begin(), planes.end(),
                     [&point](const Plane& plane) { return plane.height(point) >= 0; });
}

// A corner of what is left of a triangle; each plane adds at most one.
struct Vertex {
  Vec3 position;
  Vec3 normal;
  double heat = -1;
};
using Polygon = std::vector<Vertex>;

Vertex between(const Vertex& a, const Vertex& b, double share) {
  const auto at = [share](const auto& p, const auto& q) { return p + share * (q - p); };
  return {at(a.position, b.position), at(a.normal, b.normal), at(a.heat, b.heat)};
}

Polygon cut(const Polygon& polygon, const Plane& plane) {
  Polygon inside;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vertex& a = polygon[i];
    const Vertex& b = polygon[(i + 1) % polygon.size()];
    const double height_a = plane.height(a.position);
    const double height_b = plane.height(b.position);
    if (height_a >= 0) inside.push_back(a);
    if ((height_a < 0 && height_b > 0) || (height_a > 0 && height_b < 0)) {
      inside.push_back(between(a, b, height_a / (height_a - height_b)));
    }
  }
  return inside;
}

bool has_place(const Camera& camera, const Vertex& vertex) {
  const Projected place = camera(vertex.position);
  return std::abs(place.x) < far_pixels && std::abs(place.y) < far_pixels &&
         (!camera.perspective || place.nearness > 0);
}

class Clipper {
 public:
  Clipper(const Surfaces& from, const Camera& camera, const Planes& planes)
      : from_(from), camera_(camera), planes_(planes), numbers_(from.positions.size(), no_index) {
    out_.paints = from.paints;
    out_.section = from.section;
    out_.cut_above = from.cut_above;
  }

  Surfaces clip() {
    for (const PaintedTriangle& triangle : from_.triangles) add(triangle);
    return std::move(out_);
  }

 private:
  void add(const PaintedTriangle& triangle) {
    const bool is_whole = std::all_of(
        triangle.corners.begin(), triangle.corners.end(),
        [this](std::uint32_t corner) { return is_inside(planes_, from_.positions[corner]); });
    std::vector<std::uint32_t> corners;
    if (is_whole) {
      for (const std::uint32_t corner : triangle.corners) corners.push_back(kept(corner));
    } else {
      for (const Vertex& vertex : rest_of(triangle)) corners.push_back(added(vertex));
    }
    for (std::size_t i = 2; i < corners.size(); ++i) {
      out_.triangles.push_back({{corners[0], corners[i - 1], corners[i]}, triangle.paint});
    }
  }

  [[nodiscard]] Polygon rest_of(const PaintedTriangle& triangle) const {
    Polygon polygon;
    for (const std::uint32_t corner : triangle.corners) polygon.push_back(vertex_of(corner));
    for (const Plane& plane : planes_) polygon = cut(polygon, plane);
    const bool is_usable =
        std::all_of(polygon.begin(), polygon.end(),
                    [this](const Vertex& vertex) { return has_place(camera_, vertex); });
    return is_usable ? polygon : Polygon{};
  }

  [[nodiscard]] Vertex vertex_of(std::uint32_t number) const {
    return {from_.positions[number], from_.normals[number],
            from_.heat.empty() ? -1 : from_.heat[number]};
  }

  std::uint32_t kept(std::uint32_t number) {
    if (numbers_[number] == no_index) numbers_[number] = added(vertex_of(number));
    return numbers_[number];
  }

  std::uint32_t added(const Vertex& vertex) {
    out_.positions.push_back(vertex.position);
    out_.normals.push_back(vertex.normal);
    if (!from_.heat.empty()) out_.heat.push_back(vertex.heat);
    return static_cast<std::uint32_t>(out_.positions.size() - 1);
  }

  const Surfaces& from_;
  const Camera& camera_;
  const Planes& planes_;
  std::vector<std::uint32_t> numbers_;  // of corners that stay, in the output
  Surfaces out_;
};

}  // namespace

void clip_to_view(const Camera& camera, const Frame& frame, const Vec3& target,
                  Surfaces& surfaces) {
  const Planes planes = planes_of(camera, frame, target);
  if (std::all_of(surfaces.positions.begin(), surfaces.positions.end(),
                  [&planes](const Vec3& point) { return is_inside(planes, point); })) {
    return;
  }
  surfaces = Clipper(surfaces, camera, planes).clip();
}

}  // namespace rigy::outputs

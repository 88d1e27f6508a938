#include "render/lights.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "common/parallel.hpp"
#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "render/limits.hpp"

namespace rigy::outputs {
namespace {

constexpr double golden_angle = 2.399963229728653;
constexpr std::uint32_t key_lamps = 6;
constexpr std::uint32_t sky_lamps = 14;
constexpr std::uint32_t key_map = 448;
constexpr std::uint32_t sky_map = 160;
constexpr double key_azimuth = -38;  // from the camera
constexpr double key_elevation = 48;
constexpr double key_spread = 0.045;  // radius of the key light, seen from distance 1
constexpr std::uint32_t ground_texels = 168;
// So much work is done before the other threads are told of it.
constexpr std::uint64_t untold_work = 100'000;

Vec3 unit(const Vec3& v) { return v / length(v); }

Vec3 direction_of(double azimuth, double elevation) {
  const SinCos a = sin_cos(azimuth * radians_per_degree);
  const SinCos e = sin_cos(elevation * radians_per_degree);
  return {e.cos * a.sin, e.sin, e.cos * a.cos};
}

Lamp make_lamp(const Vec3& toward, double weight, std::uint32_t size) {
  Lamp lamp;
  lamp.toward = toward;
  lamp.weight = weight;
  const Vec3 aside = std::abs(toward.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  lamp.u = unit(cross(aside, toward));
  lamp.v = cross(toward, lamp.u);
  lamp.size = size;
  return lamp;
}

// A disc of directions around the key light's.
void add_key_lamps(Lights& lights) {
  const Lamp axis = make_lamp(lights.key_direction, 0, 0);
  for (std::uint32_t i = 0; i < key_lamps; ++i) {
    const double radius = key_spread * std::sqrt((i + 0.5) / key_lamps);
    const SinCos turn = sin_cos(i * golden_angle);
    const Vec3 toward =
        unit(lights.key_direction + (radius * turn.cos) * axis.u + (radius * turn.sin) * axis.v);
    lights.key.push_back(make_lamp(toward, 1.0 / key_lamps, key_map));
  }
}

// Spread evenly over the sky; a surface that faces up and sees all of it gets 1.
void add_sky_lamps(Lights& lights, double azimuth) {
  double sum = 0;
  for (std::uint32_t i = 0; i < sky_lamps; ++i) {
    const double height = 0.08 + 0.92 * (i + 0.5) / sky_lamps;
    const double aside = std::sqrt(1 - height * height);
    const SinCos turn = sin_cos(azimuth * radians_per_degree + i * golden_angle);
    sum += height;
    lights.sky.push_back(make_lamp({aside * turn.sin, height, aside * turn.cos}, 1, sky_map));
  }
  for (Lamp& lamp : lights.sky) lamp.weight = 1 / sum;
}

struct MapPoint {
  double x = 0;
  double y = 0;
  double depth = 0;
};

// Fills the map of a lamp with the triangles that face it, or all of two-sided ones.
class MapFiller {
 public:
  MapFiller(const Lights& lights, Lamp& lamp) : lamp_(lamp), center_(lights.center) {
    const double texels = lamp.size;
    scale_ = texels / (2 * lights.radius);
    middle_ = texels / 2;
    lamp.nearest.assign(static_cast<std::size_t>(lamp.size) * lamp.size,
                        -std::numeric_limits<float>::infinity());
  }

  // Adds its work to that of the other lamps. The map is not complete if all together is too much.
  void fill(const Surfaces& surfaces, std::atomic<std::uint64_t>& work, std::uint64_t max_work) {
    std::vector<MapPoint> points;
    points.reserve(surfaces.positions.size());
    for (const Vec3& position : surfaces.positions) points.push_back(project(position));
    for (const PaintedTriangle& triangle : surfaces.triangles) {
      const Paint& paint = surfaces.paints[triangle.paint];
      if (!paint.casts_shadow) continue;
      draw(points[triangle.corners[0]], points[triangle.corners[1]], points[triangle.corners[2]],
           paint.two_sided);
      work_ += work_of_lit_triangle;
      if (work_ < untold_work) continue;
      work += std::exchange(work_, 0);
      if (work > max_work) return;
    }
    work += work_;
  }

 private:
  [[nodiscard]] MapPoint project(const Vec3& position) const {
    const Vec3 way = position - center_;
    return {middle_ + scale_ * dot(way, lamp_.u), middle_ + scale_ * dot(way, lamp_.v),
            dot(way, lamp_.toward)};
  }

  void draw(const MapPoint& a, const MapPoint& b, const MapPoint& c, bool two_sided) {
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area == 0 || (area < 0 && !two_sided)) return;
    if (area < 0) {
      draw_facing(a, c, b, -area);
    } else {
      draw_facing(a, b, c, area);
    }
  }

  [[nodiscard]] std::int32_t texel(double place) const {
    return std::clamp(static_cast<std::int32_t>(place), 0,
                      static_cast<std::int32_t>(lamp_.size) - 1);
  }

  void draw_facing(const MapPoint& a, const MapPoint& b, const MapPoint& c, double area) {
    const std::int32_t left = texel(std::min({a.x, b.x, c.x}) + 0.5);
    const std::int32_t right = texel(std::max({a.x, b.x, c.x}) + 0.5);
    const std::int32_t top = texel(std::min({a.y, b.y, c.y}) + 0.5);
    const std::int32_t bottom = texel(std::max({a.y, b.y, c.y}) + 0.5);
    work_ +=
        static_cast<std::uint64_t>(right - left + 1) * static_cast<std::uint64_t>(bottom - top + 1);
    const double depth_x =
        ((b.depth - a.depth) * (c.y - a.y) - (c.depth - a.depth) * (b.y - a.y)) / area;
    const double depth_y =
        ((c.depth - a.depth) * (b.x - a.x) - (b.depth - a.depth) * (c.x - a.x)) / area;
    for (std::int32_t row = top; row <= bottom; ++row) {
      const double y = row + 0.5;
      float* line = lamp_.nearest.data() + static_cast<std::size_t>(row) * lamp_.size;
      double edge_a = (c.x - b.x) * (y - b.y) - (c.y - b.y) * (left + 0.5 - b.x);
      double edge_b = (a.x - c.x) * (y - c.y) - (a.y - c.y) * (left + 0.5 - c.x);
      double edge_c = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (left + 0.5 - a.x);
      double depth = a.depth + (left + 0.5 - a.x) * depth_x + (y - a.y) * depth_y;
      for (std::int32_t column = left; column <= right; ++column) {
        if (edge_a >= 0 && edge_b >= 0 && edge_c >= 0) {
          line[column] = std::max(line[column], static_cast<float>(depth));
        }
        edge_a -= c.y - b.y;
        edge_b -= a.y - c.y;
        edge_c -= b.y - a.y;
        depth += depth_x;
      }
    }
  }

  Lamp& lamp_;
  Vec3 center_;
  double scale_ = 1;
  double middle_ = 0;
  std::uint64_t work_ = 0;  // that is not yet told
};

// How much of the light reaches a point, between the four texels around it.
double visible(const Lamp& lamp, const Vec3& way, double scale, double tolerance) {
  const double size = lamp.size;
  const double x = size / 2 + scale * dot(way, lamp.u) - 0.5;
  const double y = size / 2 + scale * dot(way, lamp.v) - 0.5;
  if (!(x >= 0 && y >= 0 && x < size - 1 && y < size - 1)) return 1;
  const auto column = static_cast<std::uint32_t>(x);
  const auto row = static_cast<std::uint32_t>(y);
  const float* texel = lamp.nearest.data() + static_cast<std::size_t>(row) * lamp.size + column;
  const double depth = dot(way, lamp.toward) + tolerance;
  const double fx = x - column;
  const double fy = y - row;
  const auto lit = [depth](float nearest) { return depth >= nearest ? 1.0 : 0.0; };
  const double upper = lit(texel[0]) * (1 - fx) + lit(texel[1]) * fx;
  const double lower = lit(texel[lamp.size]) * (1 - fx) + lit(texel[lamp.size + 1]) * fx;
  return upper * (1 - fy) + lower * fy;
}

double light_of(const std::vector<Lamp>& lamps, const Vec3& way, const Vec3& normal,
                double radius) {
  const double size = lamps.front().size;
  const double texel = 2 * radius / size;
  // Off the surface, so that it does not shade itself where texels are coarse.
  const Vec3 lifted = way + (1.1 * texel) * normal;
  double sum = 0;
  for (const Lamp& lamp : lamps) {
    const double cosine = dot(normal, lamp.toward);
    if (cosine <= 0) continue;
    sum += lamp.weight * cosine * visible(lamp, lifted, 1 / texel, 0.6 * texel);
  }
  return sum;
}

void find_sphere(const Surfaces& surfaces, Lights& lights) {
  if (surfaces.positions.empty()) return;
  const Bounds bounds = bounds_of(surfaces.positions);
  lights.center = 0.5 * (bounds.min + bounds.max);
  double farthest = 0;
  for (const Vec3& position : surfaces.positions) {
    const Vec3 way = position - lights.center;
    farthest = std::max(farthest, dot(way, way));
  }
  lights.radius = std::max(1.02 * std::sqrt(farthest), 1e-30);
}

}  // namespace

Light Lights::at(const Vec3& point, const Vec3& normal) const {
  const Vec3 way = point - center;
  return {light_of(key, way, normal, radius), light_of(sky, way, normal, radius)};
}

Lights make_lights(const Surfaces& surfaces, const CameraAngle& camera, std::uint64_t max_work,
                   unsigned threads) {
  Lights lights;
  find_sphere(surfaces, lights);
  lights.key_direction = direction_of(camera.azimuth + key_azimuth, key_elevation);
  add_key_lamps(lights);
  add_sky_lamps(lights, camera.azimuth);
  std::atomic<std::uint64_t> work = 0;
  parallel_for(
      key_lamps + sky_lamps, threads,
      [&](unsigned, std::size_t i) {
        Lamp& lamp = i < key_lamps ? lights.key[i] : lights.sky[i - key_lamps];
        if (work <= max_work) MapFiller(lights, lamp).fill(surfaces, work, max_work);
      },
      2);
  lights.work = work;
  return lights;
}

namespace {

// Along one axis: each texel becomes a quarter of its neighbors and half of itself.
void blur(GroundShadow& shadow, std::size_t step, std::size_t line_step) {
  const std::size_t size = shadow.size;
  for (std::size_t line = 0; line < size; ++line) {
    float* at = shadow.dark.data() + line * line_step;
    float before = at[0];
    for (std::size_t i = 1; i + 1 < size; ++i) {
      float& here = at[i * step];
      const float blurred = 0.25f * before + 0.5f * here + 0.25f * at[(i + 1) * step];
      before = here;
      here = blurred;
    }
  }
}

}  // namespace

double GroundShadow::at(double ground_x, double ground_z) const {
  const double column = (ground_x - x) / texel - 0.5;
  const double row = (ground_z - z) / texel - 0.5;
  const double last = size - 1.0;
  if (!(column >= 0 && row >= 0 && column < last && row < last)) return 0;
  const auto c = static_cast<std::uint32_t>(column);
  const auto r = static_cast<std::uint32_t>(row);
  const float* corner = dark.data() + static_cast<std::size_t>(r) * size + c;
  const double fx = column - c;
  const double fz = row - r;
  const double upper = corner[0] * (1 - fx) + corner[1] * fx;
  const double lower = corner[size] * (1 - fx) + corner[size + 1] * fx;
  return upper * (1 - fz) + lower * fz;
}

GroundShadow make_ground_shadow(const Lights& lights, double ground, unsigned threads) {
  GroundShadow shadow;
  shadow.height = ground;
  shadow.size = ground_texels;
  // As far as the key light's shadow reaches.
  const double reach = 2.1 * lights.radius;
  shadow.texel = 2 * reach / ground_texels;
  shadow.x = lights.center.x - reach;
  shadow.z = lights.center.z - reach;
  shadow.dark.resize(static_cast<std::size_t>(ground_texels) * ground_texels);
  const Light open{lights.key_direction.y, 1};
  parallel_for(ground_texels, threads, [&](unsigned, std::size_t row) {
    for (std::uint32_t column = 0; column < ground_texels; ++column) {
      const double x = shadow.x + (column + 0.5) * shadow.texel;
      const double z = shadow.z + (static_cast<double>(row) + 0.5) * shadow.texel;
      const Light light = lights.at({x, ground, z}, {0, 1, 0});
      const double from_center_x = (x - lights.center.x) / reach;
      const double from_center_z = (z - lights.center.z) / reach;
      const double aside = from_center_x * from_center_x + from_center_z * from_center_z;
      const double fade = std::clamp(3 * (1 - aside), 0.0, 1.0);
      const double missing = 0.62 * (1 - light.key / open.key) + 0.38 * (1 - light.sky);
      shadow.dark[row * ground_texels + column] =
          static_cast<float>(fade * std::clamp(missing, 0.0, 1.0));
    }
  });
  for (int i = 0; i < 2; ++i) {
    blur(shadow, 1, shadow.size);
    blur(shadow, shadow.size, 1);
  }
  return shadow;
}

}  // namespace rigy::outputs

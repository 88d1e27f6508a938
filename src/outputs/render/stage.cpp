#include "render/stage.hpp"

#include <algorithm>
#include <cmath>

#include "common/unreachable.hpp"

namespace rigy::outputs {
namespace {

constexpr double key_strength = 0.64;
constexpr double sky_strength = 0.36;
constexpr double bounce_strength = 0.15;
constexpr double head_strength = 0.10;
constexpr double gloss = 0.05;
constexpr double shadow_strength = 0.62;
constexpr Rgb key_tint{1.0, 0.98, 0.94};
constexpr Rgb sky_tint{0.94, 0.98, 1.06};
constexpr Rgb cut_tint{0.92, 0.86, 0.84};
// From here on bright light is compressed instead of cut off.
constexpr double knee = 0.75;

Vec3 direction_or_up(const Vec3& v) {
  const double size = length(v);
  return size > 0 ? v / size : Vec3{0, 1, 0};
}

double compressed(double light) {
  if (light <= knee) return light;
  const double over = (light - knee) / (1 - knee);
  return knee + (1 - knee) * over / (1 + over);
}

double power_32(double x) {
  for (int i = 0; i < 5; ++i) x *= x;
  return x;
}

Rgba opaque_or_not(const Rgb& color, double alpha) { return {alpha * color, alpha}; }

Rgb lit(const Stage& stage, const Rgb& color, const Vec3& position, const Vec3& normal,
        const Vec3& toward_camera) {
  const Light light = stage.lights.at(position, normal);
  const double bounce = bounce_strength * (0.5 - 0.5 * normal.y);
  const double head = head_strength * std::max(0.0, dot(normal, toward_camera));
  const Rgb arriving = (key_strength * light.key) * key_tint +
                       (sky_strength * light.sky) * sky_tint + (bounce + head) * Rgb{1, 1, 1};
  const Vec3 halfway = direction_or_up(stage.lights.key_direction + toward_camera);
  const double shine = light.key * gloss * power_32(std::max(0.0, dot(normal, halfway)));
  const Rgb all = color * arriving + shine * key_tint;
  return {compressed(all.r), compressed(all.g), compressed(all.b)};
}

// Where the sight through a place of the view meets the plane.
Vec3 on_plane(const Stage& stage, const Section& section, double x, double y) {
  const Sight sight = sight_through(stage.camera, x, y);
  const auto axis = static_cast<std::size_t>(section.axis);
  const double way = (section.at - sight.origin[axis]) / sight.direction[axis];
  return sight.origin + way * sight.direction;
}

// The inside of what was cut open, as if it were solid.
Rgba cut_face(const Stage& stage, const SurfacePoint& point, const Rgb& color, double x, double y) {
  const Section& section = *stage.surfaces.section;
  const double sign = stage.surfaces.cut_above ? 1 : -1;
  const Vec3 normal{section.axis == 0 ? sign : 0, section.axis == 1 ? sign : 0,
                    section.axis == 2 ? sign : 0};
  const Vec3 position = on_plane(stage, section, x, y);
  const Vec3 to_camera = stage.camera.toward_camera(position);
  return opaque_or_not(lit(stage, cut_tint * color, position, normal, to_camera),
                       point.paint.alpha);
}

struct GroundPoint {
  double x = 0;
  double z = 0;
  bool hit = false;
};

GroundPoint ground_point(const Stage& stage, double x, double y) {
  const Sight sight = sight_through(stage.camera, x, y);
  if (!(sight.direction.y < 0)) return {};
  const double way = (stage.ground->height - sight.origin.y) / sight.direction.y;
  return {sight.origin.x + way * sight.direction.x, sight.origin.z + way * sight.direction.z,
          way > 0};
}

double nearest_whole(double value) {
  const auto below = static_cast<double>(static_cast<std::int64_t>(value));
  return value - below > 0.5 ? below + 1 : value - below < -0.5 ? below - 1 : below;
}

// The share of a pixel that lines cover, which lie `step` apart; `width` is that of the pixel.
double lines_at(double place, double width, double step) {
  if (!(width < step) || !(std::abs(place) < 1e15 * step)) return 0;
  const double turns = place / step;
  const double rest = std::abs(turns - nearest_whole(turns)) * step;
  const double sharp = std::clamp(1.1 - rest / width, 0.0, 1.0);
  return sharp * std::clamp(1.5 * (1 - 2.5 * width / step), 0.0, 1.0);
}

double grid_at(const Stage& stage, const GroundPoint& here, double x, double y) {
  const GroundPoint aside = ground_point(stage, x + 1, y);
  const GroundPoint below = ground_point(stage, x, y + 1);
  const Grid& grid = *stage.grid;
  const double away_x = (here.x - grid.center.x) / grid.reach;
  const double away_z = (here.z - grid.center.z) / grid.reach;
  const double fade = 1 - (away_x * away_x + away_z * away_z);
  if (fade <= 0 || !aside.hit || !below.hit) return 0;
  const double width_x = std::abs(aside.x - here.x) + std::abs(below.x - here.x);
  const double width_z = std::abs(aside.z - here.z) + std::abs(below.z - here.z);
  const double fine =
      std::max(lines_at(here.x, width_x, grid.step), lines_at(here.z, width_z, grid.step));
  const double strong =
      std::max(lines_at(here.x, width_x, 5 * grid.step), lines_at(here.z, width_z, 5 * grid.step));
  return fade * std::max(0.28 * fine, 0.8 * strong);
}

}  // namespace

Backdrop backdrop_of(Background background) {
  switch (background) {
    case Background::Light:
      return {linear_rgb(0xf3f4f6), linear_rgb(0xd9dce2), linear_rgb(0x9aa1ad), false};
    case Background::Dark:
      return {linear_rgb(0x2b2f37), linear_rgb(0x3a3f49), linear_rgb(0x6d7584), false};
    case Background::Transparent:
      return {{}, {}, linear_rgb(0x80868f), true};
  }
  unreachable();
}

Rgba background_at(const Stage& stage, double x, double y) {
  const Backdrop& backdrop = stage.backdrop;
  double dark = 0;
  double line = 0;
  if (stage.ground) {
    const GroundPoint point = ground_point(stage, x, y);
    if (point.hit) {
      dark = shadow_strength * stage.ground->at(point.x, point.z);
      if (stage.grid) line = grid_at(stage, point, x, y);
    }
  }
  if (backdrop.transparent) {
    const double alpha = dark + (1 - dark) * line;
    return {((1 - dark) * line) * backdrop.lines, alpha};
  }
  const Rgb plain = mix(backdrop.above, backdrop.below, y / stage.height);
  return {(1 - dark) * mix(plain, backdrop.lines, line), 1};
}

Rgba shade(const Stage& stage, const SurfacePoint& point, double x, double y) {
  const Paint& paint = point.paint;
  const Rgb color = point.heat >= 0 ? heat_color(point.heat) : paint.color;
  if (point.back_face && stage.surfaces.section && paint.lit) {
    return cut_face(stage, point, color, x, y);
  }
  const Vec3 outward = direction_or_up(point.normal);
  const Vec3 normal = point.back_face ? -outward : outward;
  const Vec3 to_camera = stage.camera.toward_camera(point.position);
  if (!paint.lit) {
    const double facing = std::abs(dot(normal, to_camera));
    return opaque_or_not((0.45 + 0.55 * facing) * color, paint.alpha);
  }
  return opaque_or_not(lit(stage, color, point.position, normal, to_camera), paint.alpha);
}

}  // namespace rigy::outputs

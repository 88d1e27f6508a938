// Light: a key light, a sky and what the ground gives back. The key light and the sky are both made
// of directions, each with a map of how far its light comes, so that one rule gives soft shadows on
// the ground, of parts on each other, and the darkness in corners.
#pragma once

#include <cstdint>
#include <vector>

#include "render/camera.hpp"
#include "render/surfaces.hpp"

namespace rigy::outputs {

// Light from one direction, and what is nearest to its source, texel by texel.
struct Lamp {
  Vec3 toward;  // the source, of unit length
  double weight = 0;
  Vec3 u;  // the axes of the map
  Vec3 v;
  std::uint32_t size = 0;      // texels along each side
  std::vector<float> nearest;  // along `toward`, from the center of the lights
};

// Shares of the light that arrives, 0 to 1 on a surface that faces up and sees everything.
struct Light {
  double key = 0;
  double sky = 0;
};

struct Lights {
  Vec3 center;        // of what casts shadows
  double radius = 1;  // of a sphere around it
  std::vector<Lamp> key;
  std::vector<Lamp> sky;
  Vec3 key_direction;
  std::uint64_t work = 0;  // that the maps took, counted as in limits.hpp

  // On a point of a surface with that normal.
  [[nodiscard]] Light at(const Vec3& point, const Vec3& normal) const;
};

// The lights go with the camera, so that every view is lit from the upper left. The maps are not
// complete if that is more than `max_work`.
[[nodiscard]] Lights make_lights(const Surfaces& surfaces, const CameraAngle& camera,
                                 std::uint64_t max_work, unsigned threads);

// How dark the shadow on the ground is around what casts it: 0 none, 1 no light at all.
struct GroundShadow {
  double height = 0;  // of the ground
  double x = 0;       // the corner of the grid
  double z = 0;
  double texel = 1;
  std::uint32_t size = 0;  // texels along each side
  std::vector<float> dark;

  [[nodiscard]] double at(double ground_x, double ground_z) const;
};
[[nodiscard]] GroundShadow make_ground_shadow(const Lights& lights, double ground,
                                              unsigned threads);

}  // namespace rigy::outputs

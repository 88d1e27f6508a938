// What a picture shows of the scene: triangles with paint on them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"
#include "render/color.hpp"
#include "rigy/render.hpp"

namespace rigy::outputs {

struct Paint {
  Rgb color{};             // linear
  double alpha = 1;        // below 1: drawn after what is opaque, far ones first
  bool two_sided = false;  // its back faces may be seen
  bool lit = true;         // else the color is drawn as it is, only a little darker aslant
  bool in_front = false;   // of everything, as bones are
  bool casts_shadow = true;
};

struct PaintedTriangle {
  std::array<std::uint32_t, 3> corners{};
  std::uint32_t paint = 0;
};

struct Surfaces {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  std::vector<double> heat;  // of each vertex, 0 to 1; below 0: its paint counts. Empty: no heat
  std::vector<PaintedTriangle> triangles;
  std::vector<Paint> paints;
  std::optional<Section> section;  // with the side that was cut away
  bool cut_above = true;
};

// How each primitive of a scene is to be painted.
struct Look {
  std::vector<Paint> paints;                            // one for each primitive
  std::vector<std::optional<std::uint32_t>> heat_bone;  // of each primitive; empty: no heat
};

[[nodiscard]] Surfaces surfaces_of(const EvaluatedScene& scene, const Look& look);

// Cuts away what is above the plane, or below it.
[[nodiscard]] Surfaces cut(const Surfaces& surfaces, const Section& section, bool above);

}  // namespace rigy::outputs

// What is drawn besides the surfaces: bones, names, axes, boxes, sizes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"
#include "render/drawing.hpp"
#include "render/marks.hpp"
#include "render/surfaces.hpp"

namespace rigy::outputs {

// The color of texts about errors, or about warnings.
[[nodiscard]] std::uint32_t mark_color(bool is_error, bool dark);

// Points that the overlays need room for.
[[nodiscard]] std::vector<Vec3> overlay_points(const EvaluatedScene& scene,
                                               const Overlays& overlays);

// Bones as octahedra in front of everything; those that are named in `highlight` stand out.
void add_bones(const EvaluatedScene& scene, const std::vector<std::string>& highlight,
               Surfaces& surfaces);

// The primitives that get numbers, by their places in the scene: those in focus, or all.
[[nodiscard]] std::vector<std::size_t> numbered_primitives(const EvaluatedScene& scene,
                                                           const RenderOptions& options);

struct OverlayView {
  const EvaluatedScene& scene;
  const Surfaces& surfaces;  // as drawn
  const Camera& camera;
  const Overlays& overlays;
  const std::vector<Mark>& marks;
  const std::vector<std::size_t>& numbered;  // primitives
  bool dark = false;                         // the background
  double text_size = 9;                      // pixels
};

void draw_overlays(const OverlayView& view, Drawing& drawing);

}  // namespace rigy::outputs

// From triangles to pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "render/stage.hpp"
#include "rigy/render.hpp"

namespace rigy::outputs {

// A picture while it is drawn, and how near what it shows is.
struct Canvas {
  Picture picture;
  std::vector<float> nearness;  // −infinity where there is only background

  Canvas(std::uint32_t width, std::uint32_t height);
};

// A part of the canvas.
struct Viewport {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

// Draws a view with 16 samples for each pixel. Adds to the work that was spent; if that is then
// more than the limit allows, false, and nothing is drawn.
[[nodiscard]] bool draw_surfaces(const Stage& stage, const Viewport& viewport, Canvas& canvas,
                                 unsigned threads, std::uint64_t& spent);

}  // namespace rigy::outputs

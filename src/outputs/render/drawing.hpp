// Lines and texts over a finished picture, in its own colors.
#pragma once

#include <cstdint>
#include <string_view>

#include "render/raster.hpp"

namespace rigy::outputs {

// A screen color.
struct Ink {
  std::uint32_t color = 0;  // 0xRRGGBB
  double alpha = 1;
};

struct Stroke {
  Ink ink;
  double width = 1;  // pixels
  // Hidden by what is nearer, as far as that is more than the tolerance; else drawn over
  // everything.
  bool hidden = false;
  double tolerance = 0;
};

// Draws into a part of a canvas, in whose pixels all places are.
class Drawing {
 public:
  Drawing(Canvas& canvas, const Viewport& viewport) : canvas_(canvas), viewport_(viewport) {}

  [[nodiscard]] const Viewport& viewport() const { return viewport_; }

  void line(const Projected& from, const Projected& to, const Stroke& stroke);
  void dot(const Projected& at, double radius, const Ink& ink);
  // A box with round corners.
  void box(double x, double y, double width, double height, double corner, const Ink& ink);
  // The lower left end of the base line is at (x, y); `size` is the height of capitals.
  void text(double x, double y, double size, std::string_view text, const Ink& ink);
  // A text on a box of its own that fits around it, in the middle of which is (x, y).
  void label(double x, double y, double size, std::string_view text, const Ink& ink,
             const Ink& paper);

 private:
  void blend(std::uint32_t x, std::uint32_t y, const Ink& ink, double share);
  void segment(double ax, double ay, double bx, double by, double width, const Ink& ink);

  Canvas& canvas_;
  Viewport viewport_;
};

// In pixels.
[[nodiscard]] double text_width(std::string_view text, double size);

}  // namespace rigy::outputs

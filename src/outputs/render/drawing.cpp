#include "render/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "render/glyphs.hpp"
#include "text/code_points.hpp"

namespace rigy::outputs {
namespace {

std::u32string code_points_of(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) points += next_code_point(text, at);
  return points;
}

struct PixelBox {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t top = 0;
  std::uint32_t bottom = 0;
};

PixelBox pixels_around(double ax, double ay, double bx, double by, double margin,
                       const Viewport& viewport) {
  const auto inside = [](double value, std::uint32_t end) {
    return static_cast<std::uint32_t>(std::clamp(value, 0.0, static_cast<double>(end)));
  };
  return {inside(std::min(ax, bx) - margin, viewport.width),
          inside(std::max(ax, bx) + margin + 1, viewport.width),
          inside(std::min(ay, by) - margin, viewport.height),
          inside(std::max(ay, by) + margin + 1, viewport.height)};
}

// The share of the segment at which it is nearest to the point.
double nearest_share(double px, double py, double ax, double ay, double bx, double by) {
  const double dx = bx - ax;
  const double dy = by - ay;
  const double squared = dx * dx + dy * dy;
  if (!(squared > 0)) return 0;
  return std::clamp(((px - ax) * dx + (py - ay) * dy) / squared, 0.0, 1.0);
}

double distance_to(double px, double py, double x, double y) {
  return std::sqrt((px - x) * (px - x) + (py - y) * (py - y));
}

// Calls act(x, y, share covered, share of the way) for the pixels that a thick segment touches.
// Rows or columns away from it are not looked at, so that a long line costs what it covers.
template <class Act>
void for_segment(double ax, double ay, double bx, double by, double width, const Viewport& viewport,
                 const Act& act) {
  const double half = width / 2;
  const PixelBox box = pixels_around(ax, ay, bx, by, half + 1, viewport);
  const double dy = by - ay;
  const double slant = std::abs(dy) > 1e-9 ? (bx - ax) / dy : 0;
  const double reach = (half + 1) * std::sqrt(1 + slant * slant) + 1;
  for (std::uint32_t y = box.top; y < box.bottom; ++y) {
    std::uint32_t left = box.left;
    std::uint32_t right = box.right;
    const double middle_y = y + 0.5;
    if (std::abs(dy) > 1) {
      const double x = ax + (middle_y - ay) * slant;
      left =
          std::max(left, static_cast<std::uint32_t>(std::clamp(x - reach, 0.0, box.right + 0.0)));
      right = std::min(right,
                       static_cast<std::uint32_t>(std::clamp(x + reach + 1, 0.0, box.right + 0.0)));
    }
    for (std::uint32_t x = left; x < right; ++x) {
      const double share = nearest_share(x + 0.5, middle_y, ax, ay, bx, by);
      const double away =
          distance_to(x + 0.5, middle_y, ax + share * (bx - ax), ay + share * (by - ay));
      const double covered = std::clamp(half + 0.5 - away, 0.0, 1.0) * std::min(1.0, width);
      if (covered > 0) act(x, y, covered, share);
    }
  }
}

}  // namespace

void Drawing::blend(std::uint32_t x, std::uint32_t y, const Ink& ink, double share) {
  const std::size_t pixel =
      static_cast<std::size_t>(viewport_.y + y) * canvas_.picture.width + viewport_.x + x;
  std::uint8_t* out = canvas_.picture.rgba.data() + 4 * pixel;
  const double over = share * ink.alpha;
  const double under = (1 - over) * out[3] / 255;
  const double alpha = over + under;
  if (!(alpha > 0)) return;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const double color = ink.color >> (16 - 8 * i) & 255;
    out[i] = static_cast<std::uint8_t>(std::floor((over * color + under * out[i]) / alpha + 0.5));
  }
  out[3] = static_cast<std::uint8_t>(std::floor(alpha * 255 + 0.5));
}

void Drawing::segment(double ax, double ay, double bx, double by, double width, const Ink& ink) {
  for_segment(
      ax, ay, bx, by, width, viewport_,
      [&](std::uint32_t x, std::uint32_t y, double covered, double) { blend(x, y, ink, covered); });
}

void Drawing::line(const Projected& from, const Projected& to, const Stroke& stroke) {
  for_segment(from.x, from.y, to.x, to.y, stroke.width, viewport_,
              [&](std::uint32_t x, std::uint32_t y, double covered, double share) {
                if (stroke.hidden) {
                  const double here = from.nearness + share * (to.nearness - from.nearness);
                  const std::size_t pixel =
                      static_cast<std::size_t>(viewport_.y + y) * canvas_.picture.width +
                      viewport_.x + x;
                  if (here + stroke.tolerance < canvas_.nearness[pixel]) return;
                }
                blend(x, y, stroke.ink, covered);
              });
}

void Drawing::dot(const Projected& at, double radius, const Ink& ink) {
  segment(at.x, at.y, at.x, at.y, 2 * radius, ink);
}

void Drawing::box(double x, double y, double width, double height, double corner, const Ink& ink) {
  const PixelBox pixels = pixels_around(x, y, x + width, y + height, 1, viewport_);
  for (std::uint32_t row = pixels.top; row < pixels.bottom; ++row) {
    for (std::uint32_t column = pixels.left; column < pixels.right; ++column) {
      const double px = column + 0.5;
      const double py = row + 0.5;
      const double inner_x = std::clamp(px, x + corner, std::max(x + corner, x + width - corner));
      const double inner_y = std::clamp(py, y + corner, std::max(y + corner, y + height - corner));
      const double away = distance_to(px, py, inner_x, inner_y);
      const double covered = std::clamp(corner + 0.5 - away, 0.0, 1.0);
      if (covered > 0) blend(column, row, ink, covered);
    }
  }
}

void Drawing::text(double x, double y, double size, std::string_view text, const Ink& ink) {
  const double step = size / (glyph_top - glyph_base);
  const double width = std::max(1.0, size * 0.125);
  for (const char32_t character : code_points_of(text)) {
    const std::string_view strokes = strokes_of(character);
    const auto point_x = [&](std::size_t i) { return x + step * (strokes[i] - '0'); };
    const auto point_y = [&](std::size_t i) {
      return y - step * (strokes[i + 1] - '0' - glyph_base);
    };
    for (std::size_t i = 0; i < strokes.size(); i += 2) {
      if (strokes[i] == ' ') ++i;
      const bool is_start = i == 0 || strokes[i - 1] == ' ';
      const bool is_end = i + 2 >= strokes.size() || strokes[i + 2] == ' ';
      if (is_start && is_end) {
        segment(point_x(i), point_y(i), point_x(i), point_y(i), 1.3 * width, ink);
      } else if (!is_end) {
        segment(point_x(i), point_y(i), point_x(i + 2), point_y(i + 2), width, ink);
      }
    }
    x += step * glyph_advance;
  }
}

void Drawing::label(double x, double y, double size, std::string_view words, const Ink& ink,
                    const Ink& paper) {
  const double width = text_width(words, size);
  const double margin = 0.55 * size;
  box(x - width / 2 - margin, y - size / 2 - margin, width + 2 * margin, size + 2 * margin,
      0.5 * size, paper);
  text(x - width / 2, y + size / 2, size, words, ink);
}

double text_width(std::string_view text, double size) {
  const double step = size / (glyph_top - glyph_base);
  const auto count = static_cast<double>(code_points_of(text).size());
  return count == 0 ? 0 : step * (count * glyph_advance - (glyph_advance - 4));
}

}  // namespace rigy::outputs

#include "render/errors_over.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "render/drawing.hpp"
#include "render/overlays.hpp"

namespace rigy::outputs {
namespace {

constexpr std::size_t max_shown = 6;
constexpr double opacity = 0.86;  // of the paper

// One line, whose end is left out if it does not fit.
std::string line_for(const Diagnostic& error, double size, double width) {
  std::string text = fmt::format("{} in line {}: {}", error.id, error.place.start.line,
                                 error.message.substr(0, error.message.find('\n')));
  if (text_width(text, size) <= width) return text;
  while (!text.empty() && text_width(text + "...", size) > width) text.pop_back();
  return text + "...";
}

}  // namespace

void write_errors_over(Picture& picture, const Report& report) {
  const double width = picture.width;
  const double size = std::max(6.0, std::min(picture.width, picture.height) / 50.0);
  const double margin = 1.6 * size;
  std::vector<std::string> lines;
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity != Severity::Error || one.place.start.line == 0) continue;
    if (lines.size() < max_shown) lines.push_back(line_for(one, size, width - 2 * margin));
  }
  if (report.errors > lines.size()) lines.push_back(fmt::format("{} errors", report.errors));
  Canvas canvas(picture.width, picture.height);
  canvas.picture = std::move(picture);
  Drawing drawing(canvas, {0, 0, canvas.picture.width, canvas.picture.height});
  const double step = 2 * size;
  drawing.box(0, 0, width, step * static_cast<double>(lines.size()) + size, 0, {0xffffff, opacity});
  double y = step;
  for (const std::string& line : lines) {
    drawing.text(margin, y, size, line, {mark_color(true, false), 1});
    y += step;
  }
  picture = std::move(canvas.picture);
}

}  // namespace rigy::outputs

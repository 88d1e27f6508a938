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

// Of an error in the file `entry` without the name of the file.
std::string text_for(const Diagnostic& error, const std::string& entry) {
  const std::string& file = error.place.file;
  return fmt::format("{} in line {}{}: {}", error.id, error.place.start.line,
                     file == entry ? "" : " of " + file.substr(file.find_last_of("/\\") + 1),
                     error.message.substr(0, error.message.find('\n')));
}

// One line, whose end is left out if it does not fit.
std::string fitting(std::string text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  while (!text.empty() && text_width(text + "...", size) > width) text.pop_back();
  return text + "...";
}

}  // namespace

void write_errors_over(Picture& picture, const Outcome& outcome) {
  const Report& report = outcome.report;
  const std::string entry = outcome.files.empty() ? std::string() : outcome.files.front();
  const double width = picture.width;
  const double size = std::max(6.0, std::min(picture.width, picture.height) / 50.0);
  const double margin = 1.6 * size;
  std::vector<std::string> lines;
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity != Severity::Error || one.place.start.line == 0) continue;
    if (lines.size() < max_shown) {
      lines.push_back(fitting(text_for(one, entry), size, width - 2 * margin));
    }
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

#include "cli/progress.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "platform/program.hpp"
#include "text/code_points.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr std::chrono::milliseconds patience{500};
constexpr std::chrono::milliseconds redraw_interval{100};
constexpr std::size_t bar_width = 24;

std::string remaining(const Progress& progress) {
  if (progress.done == 0) return "?";
  const double left = static_cast<double>(progress.total - progress.done);
  const double seconds = progress.elapsed.count() * left / static_cast<double>(progress.done);
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  return fmt::format("{:.0f} min", seconds / 60);
}

// The first `width` code points, without characters that would act on the terminal.
std::string shortened(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t used = 0;
  for (std::size_t at = 0; at < text.size() && used < width; ++used) {
    const char32_t point = next_code_point(text, at);
    append_code_point(out, is_unsafe_in_terminals(point) ? U'?' : point);
  }
  return out;
}

}  // namespace

std::string progress_line(const Progress& progress, std::size_t width) {
  const std::size_t filled = bar_width * progress.done / std::max<std::size_t>(progress.total, 1);
  const std::string line =
      fmt::format("[{:#<{}}{:-<{}}]  {}/{}  eta {}  {}", "", filled, "", bar_width - filled,
                  progress.done, progress.total, remaining(progress), progress.current);
  return shortened(line, width);
}

ProgressBar::ProgressBar() : enabled_(platform::is_terminal(platform::standard_error)) {}

void ProgressBar::show(std::size_t done, std::size_t total, std::string_view current) {
  const auto now = std::chrono::steady_clock::now();
  const auto elapsed = now - start_;
  if (!enabled_ || elapsed < patience) return;
  if (visible_ && now - drawn_ < redraw_interval) return;
  drawn_ = now;
  // One column is left free: a full line would wrap on some terminals.
  const std::size_t width = platform::terminal_width() - 1;
  const std::string line = progress_line({done, total, elapsed, current}, width);
  print_error("\r" + line + "\x1b[K");
  visible_ = true;
}

void ProgressBar::hide() {
  if (visible_) print_error("\r\x1b[K");
  visible_ = false;
}

}  // namespace rigy::interfaces::cli

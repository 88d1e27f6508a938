#include "cli/diff_picture.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/exit_code.hpp"
#include "cli/picture_options.hpp"
#include "platform/files.hpp"
#include "rigy/png.hpp"
#include "rigy/render_diff.hpp"

namespace rigy::interfaces::cli {
namespace {

// Three square pictures side by side.
constexpr std::uint32_t default_width = 1200;
constexpr std::uint32_t default_height = 400;

RenderOptions render_options(const DiffPictureOptions& from) {
  RenderOptions options;
  options.width = default_width;
  options.height = default_height;
  if (!from.view.empty()) options.views = {parse_view("--view", from.view)};
  if (!from.size.empty()) parse_size(from.size, options);
  if (from.background == "dark") options.background = Background::Dark;
  if (from.background == "transparent") options.background = Background::Transparent;
  options.pose = from.pose;
  if (from.fit == "pose") options.fit = CameraFit::Pose;
  options.threads = from.threads;
  return options;
}

}  // namespace

void check_picture_options(const DiffPictureOptions& options) {
  const std::string ending = platform::to_text(platform::to_path(options.output).extension());
  if (ending != ".png" && ending != ".PNG") {
    throw UsageError(fmt::format("--image: '{}' is not the name of a .png file", options.output));
  }
  static_cast<void>(render_options(options));
}

DiffPicture draw_diff(const Analysis& before, const Analysis& after,
                      const DiffPictureOptions& options) {
  RenderResult drawn = render_diff(before, after, render_options(options));
  if (!drawn.option_faults.empty()) {
    throw UsageError(fmt::format("--image: {}", fmt::join(drawn.option_faults, "; ")));
  }
  DiffPicture picture;
  picture.report = std::move(drawn.report);
  if (!drawn.frames.empty()) picture.png = encode_png(drawn.frames, 0);
  return picture;
}

}  // namespace rigy::interfaces::cli

#include "cli/pose_picture.hpp"

#include <utility>

#include "rigy/png.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces::cli {

std::string pose_picture(const Analysis& analysis, const std::string& pose, Report& report) {
  RenderOptions options;
  options.pose = pose;
  options.fit = CameraFit::Pose;
  RenderResult drawn = render(analysis, options);
  if (!drawn.frames.empty()) return encode_png(drawn.frames, drawn.frame_milliseconds);
  report = std::move(drawn.report);
  return {};
}

}  // namespace rigy::interfaces::cli

#include "cli/pose_picture.hpp"

#include "rigy/png.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces::cli {

std::string pose_picture(const Analysis& analysis, const std::string& pose) {
  RenderOptions options;
  options.pose = pose;
  options.fit = CameraFit::Pose;
  const RenderResult drawn = render(analysis, options);
  return drawn.frames.empty() ? "" : encode_png(drawn.frames, drawn.frame_milliseconds);
}

}  // namespace rigy::interfaces::cli

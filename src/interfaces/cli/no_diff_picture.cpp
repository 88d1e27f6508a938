// In place of diff_picture.cpp in a program without the renderer.
#include "cli/diff_picture.hpp"
#include "cli/exit_code.hpp"

namespace rigy::interfaces::cli {

void check_picture_options(const DiffPictureOptions& /*options*/) {
  throw UsageError("--image: this program was built without the renderer (RIGY_RENDER)");
}

DiffPicture draw_diff(const Analysis& /*before*/, const Analysis& /*after*/,
                      const DiffPictureOptions& /*options*/) {
  return {};
}

}  // namespace rigy::interfaces::cli

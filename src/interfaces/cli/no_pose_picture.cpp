// In place of pose_picture.cpp in a program without the renderer.
#include "cli/exit_code.hpp"
#include "cli/pose_picture.hpp"

namespace rigy::interfaces::cli {

std::string pose_picture(const Analysis& /*analysis*/, const std::string& /*pose*/,
                         Report& /*report*/) {
  throw UsageError("--preview: this program was built without the renderer (RIGY_RENDER)");
}

}  // namespace rigy::interfaces::cli

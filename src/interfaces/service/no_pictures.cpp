// In place of the renderer, where it was left out of the build.
#include "service/answer.hpp"

namespace rigy::interfaces {
namespace {

DrawnPicture nothing() {
  return {std::nullopt, "this program was built without the renderer (RIGY_RENDER)"};
}

}  // namespace

DrawnPicture draw(const Analysis& /*analysis*/, const RenderOptions& /*options*/,
                  const std::string& /*caption*/) {
  return nothing();
}

DrawnPicture draw_montage(const Analysis& /*analysis*/, const std::string& /*pose*/,
                          std::uint32_t /*size*/) {
  return nothing();
}

DrawnPicture draw_strip(const Analysis& /*analysis*/, const RenderOptions& /*options*/,
                        const std::vector<std::string>& /*poses*/) {
  return nothing();
}

DrawnPicture draw_difference(const Analysis& /*before*/, const Analysis& /*after*/,
                             std::uint32_t /*size*/) {
  return nothing();
}

std::optional<View> view_of(std::string_view /*text*/) { return View{}; }

std::vector<std::string_view> all_view_names() { return {}; }

std::string unknown_view(std::string_view /*text*/) { return {}; }

}  // namespace rigy::interfaces

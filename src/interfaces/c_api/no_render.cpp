// rigy_render in a library without the renderer, so that programs can be linked with it all the
// same.
#include "c_api/analysis.hpp"

namespace rigy::interfaces {

std::vector<ChoiceInfo> render_choices() { return {}; }

}  // namespace rigy::interfaces

rigy_result* rigy_analysis_render(const rigy_analysis*, const rigy_param*, size_t) {
  return nullptr;
}

rigy_result* rigy_render(const char*, const rigy_file*, size_t, const rigy_render_options*) {
  return nullptr;
}

rigy_result* rigy_render_with_reader(const char*, rigy_reader, void*, const rigy_render_options*) {
  return nullptr;
}

const char* rigy_render_argument_error(const char*, const rigy_file*, size_t,
                                       const rigy_render_options*) {
  return "this library was built without the renderer";
}

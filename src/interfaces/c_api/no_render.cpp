// rigy_render in a library without the renderer, so that programs can be linked with it all the
// same.
#include "rigy/rigy.h"

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

// The initializers of the C interface, from C++.
#include "from_cpp.h"

#include <cstring>

rigy_result* compile_from_cpp(const char* text) {
  const rigy_file file = RIGY_FILE_INIT("main.rigy.yaml", text, std::strlen(text));
  rigy_options options = RIGY_OPTIONS_INIT;
  options.max_errors = 1;
  return rigy_compile("main.rigy.yaml", &file, 1, &options);
}

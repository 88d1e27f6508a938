// The whole pipeline over a set of files in memory.
#include "fuzz/compile_checks.hpp"
#include "fuzz/targets.hpp"

namespace rigy::fuzz {

std::string run_compile(std::string_view input) {
  return check_compilation(parse_file_set(input)).problem;
}

}  // namespace rigy::fuzz

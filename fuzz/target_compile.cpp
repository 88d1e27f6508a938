// The whole pipeline over a set of files in memory.
#include "fuzz/compile_checks.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
std::string run_compile(std::string_view input) {
  const FileSet set = parse_file_set(input);
  return may_be_enormous(set) ? std::string() : check_compilation(set).problem;
}

}  // namespace rigy::fuzz

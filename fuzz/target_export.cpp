// Exports of a set of files in memory, in every format.
#include "fuzz/export_checks.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

std::string run_export(std::string_view input) {
  const FileSet set = parse_file_set(input);
  return may_be_enormous(set) ? std::string() : check_export(set);
}

}  // namespace rigy::fuzz

// Properties of every compilation, accepted or not.
#pragma once

#include <string>

#include "fuzz/file_set.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

struct CheckedCompilation {
  std::string problem;  // empty: none
  std::string report;   // as text
  std::string glb;      // empty: the document was refused
};

[[nodiscard]] CompileResult compile_set(const FileSet& set, unsigned threads);

// Compiles twice, on one thread and on three, and checks report and output.
[[nodiscard]] CheckedCompilation check_compilation(const FileSet& set);

}  // namespace rigy::fuzz

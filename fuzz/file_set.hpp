// Several files in one readable text, the input of the target `compile`:
//
//     === options: outward bake threads=3 pose=wave
//     === main.rigy.yaml
//     version: "0.6"
//     === parts/wheel.rigy.yaml
//     version: "0.6"
//
// The first file is the entry. Text without a leading "=== " line is the entry alone.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "rigy/compile.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

struct FileSet {
  std::string entry;
  std::map<std::string, std::string> files;
  CompileOptions options;
};

[[nodiscard]] FileSet parse_file_set(std::string_view text);
[[nodiscard]] std::string to_text(const FileSet& set);

// Instances of instances multiply: a small document may validly ask for gigabytes of output. The
// tests of the limits cover that.
[[nodiscard]] bool may_be_enormous(const FileSet& set);

}  // namespace rigy::fuzz

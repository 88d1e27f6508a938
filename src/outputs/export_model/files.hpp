// The files of an export.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "outputs_floor.hpp"
#include "rigy/export.hpp"

namespace rigy::outputs {

// A list of one file, to which more can be added. An initialiser list would copy the bytes.
[[nodiscard]] inline std::vector<ExportedFile> one_file(std::string name, std::string bytes) {
  std::vector<ExportedFile> files;
  files.push_back({std::move(name), std::move(bytes)});
  return files;
}

}  // namespace rigy::outputs

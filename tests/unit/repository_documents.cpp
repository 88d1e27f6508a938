#include "tests/unit/repository_documents.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace rigy::test {

namespace fs = std::filesystem;

std::vector<fs::path> repository_documents() {
  std::vector<fs::path> found;
  for (const char* folder : {"conformance", "examples", "templates"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(RIGY_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".yaml") found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string bytes_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string repository_folder() { return RIGY_SOURCE_DIR; }

}  // namespace rigy::test

// Everything one compilation reads: the root asset, its imports, and the files they name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"
#include "influences/weight_file.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// One Rigy file. Assets keep their address: the document's texts lie in the tree.
struct Asset {
  SourceId source = 0;
  Tree tree;
  Document document;
  std::vector<WeightFile> weight_files;
};

struct Assembly {
  std::vector<Source> sources;
  std::vector<std::unique_ptr<Asset>> assets;  // the root first, each behind who first names it
  std::vector<std::string> files;              // every file read or looked for
};

}  // namespace rigy

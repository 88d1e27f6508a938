// Loading: the entry, everything it imports, the contracts and weight files they name.
#pragma once

#include <string>
#include <vector>

#include "load/assembly.hpp"
#include "rigy/files.hpp"

namespace rigy {

struct LoadResult {
  Draft draft;
  std::vector<std::string> files;  // every file read or looked for, as shown in messages
  bool entry_unreadable = false;
};

// Reads, parses and decodes all files. There are no assets if the entry is not even YAML.
[[nodiscard]] LoadResult load_assembly(const std::string& entry, FileReader& files,
                                       Diagnostics& diagnostics);

}  // namespace rigy

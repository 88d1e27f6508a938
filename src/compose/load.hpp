// Loading: the entry, everything it imports, the contracts and weight files they name.
#pragma once

#include <optional>
#include <string>

#include "compose/assembly.hpp"
#include "rigy/files.hpp"

namespace rigy {

struct LoadResult {
  Assembly assembly;
  bool entry_unreadable = false;
};

// Reads, parses and decodes all files and expands symmetry in each asset. The assembly has no
// assets if the entry is not even YAML.
[[nodiscard]] LoadResult load_assembly(const std::string& entry, FileReader& files,
                                       Diagnostics& diagnostics);

}  // namespace rigy

// Loading: the entry, everything it imports, the contracts and weight files they name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compose/assembly.hpp"
#include "rigy/compile.hpp"
#include "rigy/files.hpp"

namespace rigy {

struct LoadResult {
  Assembly assembly;
  bool entry_unreadable = false;
  bool entry_expanded = false;  // and nothing was found wrong with it until then
  std::vector<std::string> param_faults;
};

// Reads, parses, expands and decodes all files and expands symmetry in each asset. The assembly has
// no assets if the entry is not even YAML. `params` replaces values of the entry's params.
[[nodiscard]] LoadResult load_assembly(const std::string& entry, FileReader& files,
                                       Diagnostics& diagnostics,
                                       std::span<const ParamValue> params = {});

}  // namespace rigy

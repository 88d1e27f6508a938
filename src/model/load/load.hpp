// Loading: the entry, everything it imports, and the contracts and weight files they name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "load/assembly.hpp"
#include "rigy/analyze.hpp"
#include "rigy/files.hpp"

namespace rigy::model {

struct LoadResult {
  Draft draft;
  std::vector<std::string> files;  // every file read or looked for, as shown in messages
  bool entry_unreadable = false;
  bool may_share = false;       // it asked for files that compilations share
  bool entry_expanded = false;  // and nothing was found wrong with it so far
  std::vector<std::string> param_faults;
  std::vector<DeclaredParam> declared_params;
};

// How imports are shared with other compilations.
struct Sharing {
  SharedAssets& assets;
  const AnalyzeOptions& options;
  // Runs the passes after loading on an import that is loaded by itself.
  std::function<void(Draft& draft, Diagnostics& diagnostics)> complete;
};

// Reads, parses, expands and decodes all files. There are no assets if the entry is not YAML. Only
// the options about params are used here. Nothing is shared if `sharing` is null.
[[nodiscard]] LoadResult load_assembly(const std::string& entry, FileReader& files,
                                       Diagnostics& diagnostics, const AnalyzeOptions& options,
                                       const Sharing* sharing = nullptr);

}  // namespace rigy::model

// Imported assets, contracts and weight files that several compilations share.
//
// An asset is shared with everything below it, and only if there is no error in any of it: then it
// is the same in every compilation, and each can adopt it instead of loading it. A compilation that
// cannot adopt it (a limit would be exceeded, or it has loaded one of the files itself) loads it as
// if nothing were shared.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "common/made_once.hpp"
#include "diagnostics/finding.hpp"
#include "load/assembly.hpp"
#include "load/file_lookup.hpp"
#include "rigy/analyze.hpp"

namespace rigy::model {

struct SharedAsset {
  std::shared_ptr<const Asset> asset;
  std::vector<std::shared_ptr<const SharedAsset>> imports = {};  // those of the asset
  std::size_t levels = 0;                                        // how deep imports nest below it
  // What it takes of the budget; without its imports, but with its contracts.
  Budget cost = {};
  // The files that it names, in the order in which they are looked up.
  std::vector<Lookup> lookups = {};
  std::vector<Finding> findings = {};  // warnings about it, as if it were source 0
};

struct SharedContract {
  std::shared_ptr<const Contract> contract;
  std::size_t nodes = 0;  // that its file takes of the budget
};

struct SharedWeightFile {
  std::shared_ptr<const WeightFile> file;
  std::size_t text_size = 0;
};

class SharedAssets {
 public:
  MadeOnce<SharedAsset> assets{64u << 20};
  MadeOnce<SharedContract> contracts{8u << 20};
  MadeOnce<SharedWeightFile> weight_files{24u << 20};
};

}  // namespace rigy::model

#include "load/shared_assets.hpp"

namespace rigy {
using namespace model;

std::shared_ptr<SharedAssets> make_shared_assets() { return std::make_shared<SharedAssets>(); }

SharedCounts counts_of(const SharedAssets& shared) {
  const auto assets = shared.assets.counts();
  const auto contracts = shared.contracts.counts();
  const auto weight_files = shared.weight_files.counts();
  return {assets.made + contracts.made + weight_files.made,
          assets.reused + contracts.reused + weight_files.reused};
}

}  // namespace rigy

#include "service/kept_imports.hpp"

#include <utility>

#include "load/shared_assets.hpp"

namespace rigy::interfaces {

std::shared_ptr<SharedAssets> KeptImports::borrow() {
  std::shared_ptr<SharedAssets> assets;
  {
    const platform::Monitor::Held held(monitor_);
    if (!free_.empty()) {
      assets = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (assets == nullptr) assets = make_shared_assets();
  assets->look_again();
  SharedAssets* const borrowed = assets.get();
  return {borrowed, [home = shared_from_this(), assets = std::move(assets)](SharedAssets*) mutable {
            home->take_back(std::move(assets));
          }};
}

void KeptImports::take_back(std::shared_ptr<SharedAssets> assets) {
  const platform::Monitor::Held held(monitor_);
  free_.push_back(std::move(assets));
}

}  // namespace rigy::interfaces

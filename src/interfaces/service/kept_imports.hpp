// Imports that the calls of a server have in common: what did not change since an earlier call is
// not analyzed again.
#pragma once

#include <memory>
#include <vector>

#include "interfaces_floor.hpp"
#include "platform/threads.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces {

class KeptImports : public std::enable_shared_from_this<KeptImports> {
 public:
  // For one analysis, which reads every file again. Calls run at the same time, so each has assets
  // to itself, which return here when the last pointer to them is gone.
  [[nodiscard]] std::shared_ptr<SharedAssets> borrow();

 private:
  void take_back(std::shared_ptr<SharedAssets> assets);

  platform::Monitor monitor_;
  std::vector<std::shared_ptr<SharedAssets>> free_;
};

}  // namespace rigy::interfaces

// The bytes must not depend on how the caller has set up floating point.
#pragma once

#include <array>
#include <cstddef>

namespace rigy::base::platform {

// For its lifetime: rounds to nearest and does not flush subnormals to zero. Restores the previous
// mode.
class DefaultFloatEnvironment {
 public:
  DefaultFloatEnvironment();
  // Empty on one system only.
  ~DefaultFloatEnvironment();  // NOLINT(performance-trivially-destructible)
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

 private:
  [[maybe_unused]] std::array<std::byte, 32> before_{};  // as the system describes it
};

}  // namespace rigy::base::platform

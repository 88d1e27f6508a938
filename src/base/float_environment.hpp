// The bytes must not depend on how the caller has set up floating point.
#pragma once

#ifndef __wasm__
#include <cfenv>
#endif

namespace rigy {

// For its lifetime: rounds to nearest and does not flush subnormals to zero. Restores the previous
// mode.
class DefaultFloatEnvironment {
 public:
#ifdef __wasm__
  DefaultFloatEnvironment() {}  // WebAssembly has no other mode
#else
  DefaultFloatEnvironment() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { std::fesetenv(&before_); }
#endif
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

#ifndef __wasm__
 private:
  std::fenv_t before_{};
#endif
};

}  // namespace rigy

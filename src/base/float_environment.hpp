// The bytes must not depend on how the caller has set up floating point.
#pragma once

#if defined(_WIN32)
#include <xmmintrin.h>
#elif !defined(__wasm__)
#include <cfenv>
#endif

namespace rigy {

// For its lifetime: rounds to nearest and does not flush subnormals to zero. Restores the previous
// mode.
class DefaultFloatEnvironment {
 public:
#if defined(__wasm__)
  DefaultFloatEnvironment() {}  // WebAssembly has no other mode
#elif defined(_WIN32)
  // fesetenv of mingw-w64 leaves the rounding of SSE as the caller has set it.
  DefaultFloatEnvironment() { _mm_setcsr(0x1f80); }  // as at the start of a program
  ~DefaultFloatEnvironment() { _mm_setcsr(before_); }
#else
  DefaultFloatEnvironment() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { std::fesetenv(&before_); }
#endif
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

#if defined(_WIN32)
 private:
  unsigned before_ = _mm_getcsr();
#elif !defined(__wasm__)
 private:
  std::fenv_t before_{};
#endif
};

}  // namespace rigy

#include "platform/float_environment.hpp"

#include <cstring>
#include <xmmintrin.h>

namespace rigy::base::platform {

// fesetenv of mingw-w64 leaves the rounding of SSE as the caller has set it.
DefaultFloatEnvironment::DefaultFloatEnvironment() {
  const unsigned before = _mm_getcsr();
  std::memcpy(before_.data(), &before, sizeof before);
  _mm_setcsr(0x1f80);  // as at the start of a program
}

DefaultFloatEnvironment::~DefaultFloatEnvironment() {
  unsigned before = 0;
  std::memcpy(&before, before_.data(), sizeof before);
  _mm_setcsr(before);
}

}  // namespace rigy::base::platform

// The library's door: whoever calls may have set its floating-point environment in any way, and
// nothing thrown gets out.
#pragma once

#include "base/float_environment.hpp"

namespace rigy {

// The result of work(), or of failed() if memory ran out: nothing in the library throws but
// allocation.
template <class Work, class Failed>
[[nodiscard]] auto guarded(const Work& work, [[maybe_unused]] const Failed& failed) {
  const DefaultFloatEnvironment environment;
#if defined(__cpp_exceptions)
  try {
    return work();
  } catch (...) {
    return failed();
  }
#else
  return work();
#endif
}

}  // namespace rigy

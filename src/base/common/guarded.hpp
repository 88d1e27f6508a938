// Entry to the library: callers may have any floating-point environment, and no exception may
// escape.
#pragma once

#include "platform/float_environment.hpp"

namespace rigy::base {

// The result of work(), or of failed() if memory ran out: only allocation throws in the library.
template <class Work, class Failed>
[[nodiscard]] auto guarded(const Work& work, [[maybe_unused]] const Failed& failed) {
  const platform::DefaultFloatEnvironment environment;
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

}  // namespace rigy::base

// Entry to the library: callers may have any floating-point environment, and no exception may
// escape.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "common/cancellation.hpp"
#include "platform/float_environment.hpp"

namespace rigy::base {

// Why work gave no result.
struct Failure {
  const char* internal_error = nullptr;  // what was thrown; null if memory ran out
};

// A mistake in this program: a debug build ends here, where the debugger shows who threw.
template <class Failed>
[[nodiscard]] auto internal_error(const char* what, const Failed& failed) {
#if !defined(NDEBUG)
  std::terminate();
#endif
  return failed(Failure{what});
}

// The result of work(), or of failed(Failure) if it throws.
template <class Work, class Failed>
[[nodiscard]] auto without_exceptions(const Work& work, [[maybe_unused]] const Failed& failed)
    -> std::invoke_result_t<const Work&> {
#if defined(__cpp_exceptions)
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return failed(Failure{});
  } catch (const Canceled&) {  // nobody looks at the result
    return failed(Failure{});
  } catch (const std::length_error&) {  // of a container that cannot be so large
    return failed(Failure{});
  } catch (const std::exception& thrown) {
    return internal_error(thrown.what(), failed);
  } catch (...) {
    return internal_error("something that is no std::exception", failed);
  }
#else
  return work();
#endif
}

// The same in the floating-point environment of the library.
template <class Work, class Failed>
[[nodiscard]] auto guarded(const Work& work, const Failed& failed) {
  const platform::DefaultFloatEnvironment environment;
  return without_exceptions(work, failed);
}

}  // namespace rigy::base

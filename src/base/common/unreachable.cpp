#include "common/unreachable.hpp"

#include <cstdlib>
#include <stdexcept>

namespace rigy::base {

void unreachable() {
#if defined(__cpp_exceptions)
  throw std::logic_error("a value is none of its enumerators");
#else
  std::abort();
#endif
}

}  // namespace rigy::base

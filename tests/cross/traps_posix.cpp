#include <cfenv>

#include "traps.hpp"

namespace rigy::cross {

void enable_traps_of(int exceptions) { ::feenableexcept(exceptions); }

int enabled_traps() { return ::fegetexcept(); }

}  // namespace rigy::cross

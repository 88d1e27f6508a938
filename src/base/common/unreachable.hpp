// For places that only a mistake in this program reaches.
#pragma once

namespace rigy::base {

// After a switch that handles every enumerator. guarded() reports it as an internal error.
[[noreturn]] void unreachable();

}  // namespace rigy::base

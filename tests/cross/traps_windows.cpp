#include <immintrin.h>

#include "traps.hpp"

namespace rigy::cross {
namespace {

// In MXCSR a bit that is set masks an exception; the order is that of the macros of <cfenv>.
constexpr int mask_shift = 7;
constexpr unsigned all_exceptions = 0x3f;

}  // namespace

void enable_traps_of(int exceptions) {
  _mm_setcsr(_mm_getcsr() & ~(static_cast<unsigned>(exceptions) << mask_shift));
}

int enabled_traps() { return static_cast<int>(~(_mm_getcsr() >> mask_shift) & all_exceptions); }

}  // namespace rigy::cross

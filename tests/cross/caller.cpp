#include "caller.hpp"

#include <cfenv>
#include <clocale>
#include <cstdint>
#include <limits>
#include <locale>
#include <map>
#include <stdexcept>

#include "tests/every_floor.hpp"
#include "traps.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rigy::cross {
namespace {

bool flush_to_zero() {
#if defined(__x86_64__)
  constexpr unsigned results = 0x8000;
  constexpr unsigned operands = 0x0040;
  _mm_setcsr(_mm_getcsr() | results | operands);
#elif defined(__aarch64__)
  constexpr std::uint64_t results_and_operands = std::uint64_t{1} << 24;
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" : : "r"(control | results_and_operands));
#endif
  const FloatMode mode = float_mode();
  return mode.flushes_results && mode.flushes_operands;
}

bool enable_traps() {
  constexpr int wanted = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;
  enable_traps_of(wanted);
  return enabled_traps() == wanted;
}

}  // namespace

bool set_locale(const std::string& name) {
  try {
    std::locale::global(std::locale(name));
  } catch (const std::runtime_error&) {
    return false;
  }
  return std::string(std::localeconv()->decimal_point) == ",";
}

bool set_float_mode(const std::string& name) {
  if (name == "flush_to_zero") return flush_to_zero();
  if (name == "traps") return enable_traps();
  const std::map<std::string, int> roundings = {
      {"upward", FE_UPWARD}, {"downward", FE_DOWNWARD}, {"toward_zero", FE_TOWARDZERO}};
  const auto found = roundings.find(name);
  return found != roundings.end() && std::fesetround(found->second) == 0;
}

FloatMode float_mode() {
  // Volatile, so that the processor computes it and not the compiler.
  const volatile double smallest_normal = std::numeric_limits<double>::min();
  const volatile double subnormal = std::numeric_limits<double>::denorm_min();
  return {.rounding = std::fegetround(),
          .traps = enabled_traps(),
          .flushes_results = smallest_normal * 0.5 == 0,
          .flushes_operands = subnormal * 0x1p200 == 0};
}

}  // namespace rigy::cross

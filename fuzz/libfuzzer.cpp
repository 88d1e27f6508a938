// libFuzzer's entry, once for each target (RIGY_FUZZ_TARGET).
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const rigy::fuzz::Target* const target = rigy::fuzz::find_target(RIGY_FUZZ_TARGET);
  const std::string problem = target->run({reinterpret_cast<const char*>(data), size});
  if (problem.empty()) return 0;
  std::fprintf(stderr, "property violated: %s\n", problem.c_str());
  std::abort();
}

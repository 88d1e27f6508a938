#include "allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace bench {
namespace {

std::atomic<std::size_t> allocated{0};
std::atomic<std::size_t> peak{0};

}  // namespace

std::size_t restart_peak() { return peak = allocated.load(); }

std::size_t peak_allocated() { return peak; }

}  // namespace bench

void* operator new(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t now = bench::allocated += malloc_usable_size(memory);
  std::size_t most = bench::peak;
  while (most < now && !bench::peak.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void operator delete(void* memory) noexcept {
  bench::allocated -= malloc_usable_size(memory);
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

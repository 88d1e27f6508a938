#include "platform/memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace rigy::base::platform {
namespace {

// Faulting in every small page would cost more than filling it.
[[maybe_unused]] constexpr std::size_t huge_page = 2u << 20;

}  // namespace

std::byte* allocate(std::size_t size) {
#ifdef MADV_HUGEPAGE
  if (size >= 2 * huge_page) {
    const std::size_t rounded = (size + huge_page - 1) / huge_page * huge_page;
    void* bytes = std::aligned_alloc(huge_page, rounded);
    if (bytes != nullptr) ::madvise(bytes, rounded, MADV_HUGEPAGE);
    return static_cast<std::byte*>(bytes);
  }
#endif
  return static_cast<std::byte*>(std::malloc(size));
}

void use_large_pages([[maybe_unused]] void* bytes, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes);
  const std::size_t skipped = (huge_page - begin % huge_page) % huge_page;
  if (size < skipped + huge_page) return;
  ::madvise(static_cast<std::byte*>(bytes) + skipped, (size - skipped) / huge_page * huge_page,
            MADV_HUGEPAGE);
#endif
}

bool fill_random(void* bytes, std::size_t size) { return ::getentropy(bytes, size) == 0; }

}  // namespace rigy::base::platform

#include "platform/memory.hpp"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace rigy::platform {

std::byte* allocate(std::size_t size) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t huge_page = 2u << 20;
  if (size >= 2 * huge_page) {
    // Huge pages: faulting in every small page would cost more than filling it.
    const std::size_t rounded = (size + huge_page - 1) / huge_page * huge_page;
    void* bytes = std::aligned_alloc(huge_page, rounded);
    if (bytes != nullptr) ::madvise(bytes, rounded, MADV_HUGEPAGE);
    return static_cast<std::byte*>(bytes);
  }
#endif
  return static_cast<std::byte*>(std::malloc(size));
}

bool fill_random(void* bytes, std::size_t size) { return ::getentropy(bytes, size) == 0; }

}  // namespace rigy::platform

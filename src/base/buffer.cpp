#include <cstdlib>

#include "rigy/compile.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace rigy {
namespace {

std::byte* allocate(std::size_t size) {
#ifdef __linux__
  constexpr std::size_t huge_page = 2u << 20;
  if (size >= 2 * huge_page) {
    // Huge pages: faulting in every small page would cost more than filling it.
    const std::size_t rounded = (size + huge_page - 1) / huge_page * huge_page;
    void* bytes = std::aligned_alloc(huge_page, rounded);
    if (bytes != nullptr) madvise(bytes, rounded, MADV_HUGEPAGE);
    return static_cast<std::byte*>(bytes);
  }
#endif
  return static_cast<std::byte*>(std::malloc(size));
}

}  // namespace

Buffer::Buffer(std::size_t size) : bytes_(size == 0 ? nullptr : allocate(size)) {
  if (bytes_ != nullptr) size_ = size;
}

}  // namespace rigy

#include "platform/memory.hpp"

#include <cstdlib>
#include <windows.h>
// After windows.h, whose types it uses.
#include <bcrypt.h>

namespace rigy::base::platform {

std::byte* allocate(std::size_t size) { return static_cast<std::byte*>(std::malloc(size)); }

void use_large_pages(void* /*bytes*/, std::size_t /*size*/) {}

bool fill_random(void* bytes, std::size_t size) {
  return ::BCryptGenRandom(nullptr, static_cast<PUCHAR>(bytes), static_cast<ULONG>(size),
                           BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
}

}  // namespace rigy::base::platform

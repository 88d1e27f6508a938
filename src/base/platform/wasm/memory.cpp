#include "platform/memory.hpp"

#include <cstdlib>

namespace rigy::base::platform {

std::byte* allocate(std::size_t size) { return static_cast<std::byte*>(std::malloc(size)); }

void use_large_pages(void* /*bytes*/, std::size_t /*size*/) {}

// A module imports nothing, so nothing in it is unpredictable.
bool fill_random(void* /*bytes*/, std::size_t /*size*/) { return false; }

}  // namespace rigy::base::platform

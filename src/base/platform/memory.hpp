// Memory and randomness, for the library.
#pragma once

#include <cstddef>

namespace rigy::base::platform {

// Memory that std::free returns; null if there is none. Fast to fill where the system has large
// pages.
[[nodiscard]] std::byte* allocate(std::size_t size);

// Makes memory that nothing was written to yet as fast to fill.
void use_large_pages(void* bytes, std::size_t size);

// Unpredictable bytes; false if the system has none to give.
[[nodiscard]] bool fill_random(void* bytes, std::size_t size);

}  // namespace rigy::base::platform

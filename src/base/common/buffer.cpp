#include "platform/memory.hpp"
#include "rigy/compile.hpp"

namespace rigy {
using namespace base;

Buffer::Buffer(std::size_t size) : bytes_(size == 0 ? nullptr : platform::allocate(size)) {
  if (bytes_ != nullptr) size_ = size;
}

}  // namespace rigy

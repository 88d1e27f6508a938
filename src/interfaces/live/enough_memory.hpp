// For threads that serve: what they do next may need less memory.
#pragma once

#include <new>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// Whether there was enough memory for all of the work.
template <class Work>
[[nodiscard]] bool has_enough_memory_for(const Work& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

}  // namespace rigy::interfaces

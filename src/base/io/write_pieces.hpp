// An output in pieces, which several workers make and write.
#pragma once

#include <cstddef>
#include <functional>

namespace rigy::base {

struct Pieces {
  std::size_t count = 0;
  unsigned threads = 1;
  bool any_order = true;  // else they are written one after the other
};

// make(worker, i) makes piece i, and write(worker, i) writes it, on the same thread; `worker`
// numbers the threads. Once a write returns false, which means that it failed, the rest is not
// written.
void write_pieces(const Pieces& pieces,
                  const std::function<void(unsigned worker, std::size_t i)>& make,
                  const std::function<bool(unsigned worker, std::size_t i)>& write);

}  // namespace rigy::base

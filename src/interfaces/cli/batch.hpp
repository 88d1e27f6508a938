// Runs many pieces of work on a few threads and finishes them in order.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

struct Batch {
  std::size_t count = 0;
  unsigned threads = 1;
  // Does piece `index`; called once for each, from any thread.
  std::function<void(std::size_t index)> work;
  // Called on the calling thread in the order of the pieces, once the piece is done; the returned
  // text is printed on standard error.
  std::function<std::string(std::size_t index)> finish;
  // What the progress bar calls the piece.
  std::function<std::string(std::size_t index)> name;
};

// A single piece runs on the calling thread. With several, a progress bar is drawn on standard
// error if that is a terminal and the work takes longer than half a second. No piece is begun while
// a piece far before it is not finished, so that what waits to be printed stays small.
void run(const Batch& batch);

}  // namespace rigy::interfaces::cli

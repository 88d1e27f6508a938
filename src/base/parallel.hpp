// Doing independent pieces of work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace rigy {

// Calls work(worker, i) for every i below `count`, each exactly once, on at most `threads` threads;
// `worker` tells them apart. Returns when all calls have. What the calls write must not overlap. A
// thread is started only if there are `pieces_per_thread` calls for it: starting one costs about as
// much as a few primitives.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(unsigned worker, std::size_t i)>& work,
                  std::size_t pieces_per_thread = 8);

// Threads that are worth having for `count` pieces of work.
[[nodiscard]] unsigned useful_threads(std::size_t count, unsigned threads,
                                      std::size_t pieces_per_thread = 8);

}  // namespace rigy

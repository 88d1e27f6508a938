// Runs independent pieces of work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace rigy::base {

// Calls work(worker, i) once for every i below `count`, on at most `threads` threads; `worker`
// numbers the threads. Returns when all calls have returned. Calls must not write to the same
// memory. A thread is started only if there are `pieces_per_thread` calls for it: starting one
// costs about as much as a few primitives.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(unsigned worker, std::size_t i)>& work,
                  std::size_t pieces_per_thread = 8);

// The number of threads worth starting for `count` pieces of work.
[[nodiscard]] unsigned useful_threads(std::size_t count, unsigned threads,
                                      std::size_t pieces_per_thread = 8);

}  // namespace rigy::base

#include "common/parallel.hpp"

#include <algorithm>

#include "common/cancellation.hpp"
#include "platform/threads.hpp"

namespace rigy::base {

unsigned useful_threads(std::size_t count, unsigned threads, std::size_t pieces_per_thread) {
  const std::size_t useful = std::max<std::size_t>(1, count / pieces_per_thread);
  return static_cast<unsigned>(std::min<std::size_t>(std::max(1u, threads), useful));
}

void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(unsigned, std::size_t)>& work,
                  std::size_t pieces_per_thread) {
  const unsigned useful = useful_threads(count, threads, pieces_per_thread);
  const Cancellation* const cancellation = current_cancellation();
  if (cancellation == nullptr) return platform::run_on_threads(count, useful, work);
  platform::run_on_threads(count, useful, [&](unsigned worker, std::size_t i) {
    const CancellationScope scope(cancellation);
    stop_if_canceled();
    work(worker, i);
  });
}

}  // namespace rigy::base

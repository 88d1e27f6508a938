#include "cli/batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cli/output.hpp"
#include "cli/progress.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr std::chrono::milliseconds redraw_interval{100};
// How many pieces may be begun before the first of them is finished.
constexpr std::size_t window = 1000;

// Shared by the threads. The calling thread only waits, finishes pieces and draws.
struct Shared {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> done;
  std::atomic<std::size_t> done_count = 0;
  std::condition_variable finished_more;
  std::size_t finished = 0;    // pieces, all from the first on
  std::exception_ptr failure;  // of a thread: nothing is begun any more
};

// No further piece is begun, and nobody waits.
void give_up(Shared& shared, std::exception_ptr failure) {
  const std::lock_guard lock(shared.mutex);
  shared.failure = std::move(failure);
  shared.next = shared.done.size();
  shared.finished = shared.done.size();
  shared.finished_more.notify_all();
  shared.changed.notify_all();
}

// Ends the threads however the function ends.
class RunningThreads {
 public:
  explicit RunningThreads(Shared& shared) : shared_(shared) {}
  RunningThreads(const RunningThreads&) = delete;
  RunningThreads& operator=(const RunningThreads&) = delete;
  ~RunningThreads() {
    if (!is_joined_) give_up(shared_, nullptr);
    join();
  }

  void join() {
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    is_joined_ = true;
  }

  std::vector<std::thread> threads = {};

 private:
  Shared& shared_;
  bool is_joined_ = false;
};

void wait_for_turn(Shared& shared, std::size_t index) {
  std::unique_lock lock(shared.mutex);
  shared.finished_more.wait(lock, [&] { return index < shared.finished + window; });
}

void count_finished(Shared& shared, std::size_t finished) {
  const std::lock_guard lock(shared.mutex);
  shared.finished = finished;
  shared.finished_more.notify_all();
}

void work_until_empty(const Batch& batch, Shared& shared) {
  for (;;) {
    const std::size_t index = shared.next++;
    if (index >= batch.count) return;
    wait_for_turn(shared, index);
    batch.work(index);
    const std::lock_guard lock(shared.mutex);
    shared.done[index] = true;
    ++shared.done_count;
    shared.changed.notify_one();
  }
}

void work_safely(const Batch& batch, Shared& shared) {
  try {
    work_until_empty(batch, shared);
  } catch (...) {
    give_up(shared, std::current_exception());
  }
}

// The number of pieces from `first` on that are done; waits a little for the first one.
std::size_t wait_for_pieces(Shared& shared, std::size_t first) {
  std::unique_lock lock(shared.mutex);
  shared.changed.wait_for(lock, redraw_interval,
                          [&] { return shared.done[first] || shared.failure; });
  if (shared.failure) std::rethrow_exception(shared.failure);
  std::size_t end = first;
  while (end < shared.done.size() && shared.done[end]) ++end;
  return end - first;
}

void finish_in_order(const Batch& batch, Shared& shared) {
  ProgressBar bar;
  std::size_t finished = 0;
  while (finished < batch.count) {
    for (std::size_t ready = wait_for_pieces(shared, finished); ready > 0; --ready) {
      const std::string text = batch.finish(finished++);
      if (text.empty()) continue;
      bar.hide();
      print_error(text);
    }
    count_finished(shared, finished);
    if (finished == batch.count) break;
    const std::size_t started = std::min<std::size_t>(shared.next, batch.count);
    bar.show(shared.done_count, batch.count, batch.name(std::max(started, finished + 1) - 1));
  }
  bar.hide();
}

// As many threads as the system allows.
void start_threads(const Batch& batch, Shared& shared, std::vector<std::thread>& threads) {
  try {
    while (threads.size() < std::min<std::size_t>(batch.threads, batch.count)) {
      threads.emplace_back(work_safely, std::cref(batch), std::ref(shared));
    }
  } catch (const std::system_error&) {
    if (threads.empty()) {
      shared.finished = batch.count;  // nobody finishes pieces meanwhile
      work_until_empty(batch, shared);
    }
  }
}

}  // namespace

void run(const Batch& batch) {
  if (batch.count == 1) {
    batch.work(0);
    print_error(batch.finish(0));
    return;
  }
  Shared shared;
  shared.done.resize(batch.count);
  RunningThreads running(shared);
  start_threads(batch, shared, running.threads);
  finish_in_order(batch, shared);
  running.join();
}

}  // namespace rigy::interfaces::cli

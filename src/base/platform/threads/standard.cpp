#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "platform/float_environment.hpp"
#include "platform/threads.hpp"

namespace rigy::base::platform {

ThreadId this_thread() {
  static thread_local const char here = 0;
  return &here;
}

struct Monitor::State {
  std::mutex mutex;
  std::condition_variable changed;
};

Monitor::Monitor() : state_(std::make_unique<State>()) {}
Monitor::~Monitor() = default;

void Monitor::enter() { state_->mutex.lock(); }
void Monitor::leave() { state_->mutex.unlock(); }
void Monitor::tell_waiting() { state_->changed.notify_all(); }

void Monitor::wait() {
  std::unique_lock lock(state_->mutex, std::adopt_lock);
  state_->changed.wait(lock);
  lock.release();  // still locked, as it was
}

void run_on_threads(std::size_t count, unsigned threads,
                    const std::function<void(unsigned, std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&](unsigned worker) {
    const DefaultFloatEnvironment environment;
    try {
      for (std::size_t i = next++; i < count; i = next++) work(worker, i);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> helpers;
  helpers.reserve(threads);
  for (unsigned worker = 1; worker < threads; ++worker) {
    try {
      helpers.emplace_back(run, worker);
    } catch (const std::system_error&) {
      break;  // no thread available: the others do its share
    }
  }
  run(0);
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace rigy::base::platform

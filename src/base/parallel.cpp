#include "base/parallel.hpp"

#include <algorithm>

#include "base/float_environment.hpp"

#ifndef __wasm__
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace rigy {

unsigned useful_threads(std::size_t count, unsigned threads, std::size_t pieces_per_thread) {
  const std::size_t useful = std::max<std::size_t>(1, count / pieces_per_thread);
  return static_cast<unsigned>(std::min<std::size_t>(std::max(1u, threads), useful));
}

#ifdef __wasm__

void parallel_for(std::size_t count, unsigned,
                  const std::function<void(unsigned, std::size_t)>& work, std::size_t) {
  for (std::size_t i = 0; i < count; ++i) work(0, i);
}

#else

void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(unsigned, std::size_t)>& work,
                  std::size_t pieces_per_thread) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  // An exception on any thread is rethrown to the caller; the other threads stop.
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
  const unsigned useful = useful_threads(count, threads, pieces_per_thread);
  std::vector<std::thread> helpers;
  helpers.reserve(useful);
  for (unsigned worker = 1; worker < useful; ++worker) {
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

#endif

}  // namespace rigy

// Data that several threads use: one at a time, and they can wait for it to change.
#pragma once

#include <cstdint>

#ifndef __wasm__
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

namespace rigy {

#ifdef __wasm__

// There is one thread: nobody to exclude, and nobody to wait for.
using ThreadId = std::uint32_t;
[[nodiscard]] inline ThreadId this_thread() { return 0; }

class Monitor {
 public:
  class Held {
   public:
    explicit Held(Monitor& /*monitor*/) {}
    template <class Condition>
    void wait_until(const Condition& /*condition*/) {}
  };
  void tell_waiting() {}
};

#else

using ThreadId = std::thread::id;
[[nodiscard]] inline ThreadId this_thread() { return std::this_thread::get_id(); }

class Monitor {
 public:
  // Excludes the other threads for its lifetime, except while it waits.
  class Held {
   public:
    explicit Held(Monitor& monitor) : monitor_(monitor), lock_(monitor.mutex_) {}
    template <class Condition>
    void wait_until(const Condition& condition) {
      monitor_.changed_.wait(lock_, condition);
    }

   private:
    Monitor& monitor_;
    std::unique_lock<std::mutex> lock_;
  };
  // Those that wait look at their conditions again.
  void tell_waiting() { changed_.notify_all(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
};

#endif

}  // namespace rigy

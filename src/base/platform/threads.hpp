// Threads, and data that several of them use. Written twice, in threads/: with those of the C++
// library, and for systems that have one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace rigy::base::platform {

// Differs between threads that run at the same time.
using ThreadId = const void*;
[[nodiscard]] ThreadId this_thread();

// One thread at a time has it, and threads can wait for what it guards to change.
class Monitor {
 public:
  Monitor();
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  // Excludes the other threads for its lifetime, except while it waits.
  class Held {
   public:
    explicit Held(Monitor& monitor) : monitor_(monitor) { monitor_.enter(); }
    ~Held() { monitor_.leave(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    template <class Condition>
    void wait_until(const Condition& condition) {
      while (!condition()) monitor_.wait();
    }

   private:
    Monitor& monitor_;
  };
  // Those that wait look at their conditions again.
  void tell_waiting();

 private:
  void enter();
  void leave();
  void wait();

  struct State;
  std::unique_ptr<State> state_;
};

// Calls work(worker, i) once for every i below `count`, on `threads` threads or as many as can be
// started, with that of the caller. An exception on any of them is thrown to the caller, and the
// others stop.
void run_on_threads(std::size_t count, unsigned threads,
                    const std::function<void(unsigned worker, std::size_t i)>& work);

}  // namespace rigy::base::platform

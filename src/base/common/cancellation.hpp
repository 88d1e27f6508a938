// Stops work whose result nobody waits for any more, and work that takes too long.
#pragma once

#include <atomic>
#include <chrono>

namespace rigy::base {

// Asked for by one thread while others work.
class Cancellation {
 public:
  using Clock = std::chrono::steady_clock;

  Cancellation() = default;
  explicit Cancellation(Clock::time_point deadline) : deadline_(deadline) {}

  // By the thread that does the work, before it begins.
  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }
  void ask() { asked_ = true; }
  [[nodiscard]] bool is_asked() const { return asked_; }
  [[nodiscard]] bool is_late() const { return Clock::now() >= deadline_; }
  [[nodiscard]] bool must_stop() const { return is_asked() || is_late(); }

 private:
  std::atomic<bool> asked_{false};
  Clock::time_point deadline_ = Clock::time_point::max();
};

// For its lifetime, the work of this thread, and of those that it starts with parallel_for, belongs
// to a cancellation; null: to none.
class CancellationScope {
 public:
  explicit CancellationScope(const Cancellation* cancellation);
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;
  ~CancellationScope();

 private:
  const Cancellation* before_;
};

// That of this thread; null: none.
[[nodiscard]] const Cancellation* current_cancellation();

// What stop_if_canceled throws. The library's functions then end as if memory had run out, so
// whoever cancels must not use their result.
struct Canceled {};

// Called now and then by whatever may take long. Does nothing where there are no exceptions.
void stop_if_canceled();

}  // namespace rigy::base

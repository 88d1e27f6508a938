// When somebody ends the program: with Ctrl+C, by closing the window, by a signal.
#pragma once

#include <functional>
#include <memory>

namespace rigy::base::platform {

// From now on `clean_up` is called before an interruption ends the program, possibly while another
// function of this thread is running: it may use only what signal handlers may.
void on_interruption(void (*clean_up)());

// For its lifetime the program is not interrupted: what ends it waits, on whichever thread it
// arrives. Once that has begun, other threads stop where they would begin such a section. Does not
// nest.
class InterruptionBlocked {
 public:
  InterruptionBlocked();
  InterruptionBlocked(const InterruptionBlocked&) = delete;
  InterruptionBlocked& operator=(const InterruptionBlocked&) = delete;
  ~InterruptionBlocked();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// For its lifetime, `clean_up` is called on another thread before an interruption ends the program,
// and may use everything. At most one at a time.
class InterruptionWatch {
 public:
  explicit InterruptionWatch(std::function<void()> clean_up);
  InterruptionWatch(const InterruptionWatch&) = delete;
  InterruptionWatch& operator=(const InterruptionWatch&) = delete;
  ~InterruptionWatch();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rigy::base::platform

#include "platform/interruption.hpp"

#include <shared_mutex>
#include <utility>
#include <windows.h>

namespace rigy::base::platform {
namespace {

// Windows calls handlers on a thread of their own; threads that must not be interrupted hold this.
std::shared_mutex may_end;

void (*clean_up_after)() = nullptr;
std::function<void()> watched;

// Ctrl+C, Ctrl+Break, the window closed, logging off, shutting down. The program ends when the last
// handler returns FALSE; others may not go on meanwhile, so the mutex stays locked.
BOOL WINAPI end_cleanly(DWORD /*event*/) {
  may_end.lock();
  if (watched) watched();
  if (clean_up_after != nullptr) clean_up_after();
  return FALSE;
}

void install_handler() {
  [[maybe_unused]] static const BOOL installed = ::SetConsoleCtrlHandler(end_cleanly, TRUE);
}

}  // namespace

void on_interruption(void (*clean_up)()) {
  clean_up_after = clean_up;
  install_handler();
}

struct InterruptionBlocked::State {};

InterruptionBlocked::InterruptionBlocked() { may_end.lock_shared(); }

InterruptionBlocked::~InterruptionBlocked() { may_end.unlock_shared(); }

struct InterruptionWatch::State {};

InterruptionWatch::InterruptionWatch(std::function<void()> clean_up) {
  const InterruptionBlocked blocked;
  watched = std::move(clean_up);
  install_handler();
}

InterruptionWatch::~InterruptionWatch() {
  const InterruptionBlocked blocked;
  watched = nullptr;
}

}  // namespace rigy::base::platform

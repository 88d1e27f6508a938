#include "platform/interruption.hpp"

#include <atomic>
#include <csignal>
#include <ctime>
#include <poll.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace rigy::base::platform {
namespace {

// Calls `visit` for every signal that can be caught, ends the program by default and does not
// report a crash. Excludes signals that the caller wants ignored (nohup), and SIGXFSZ: writing
// reports a file-size limit like any other failure.
template <typename Visit>
void for_each_ending_signal(Visit visit) {
  const auto visit_default = [&visit](int number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) visit(number);
  };
  for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM,
                           SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT}) {
    visit_default(number);
  }
  for (int number = SIGRTMIN; number <= SIGRTMAX; ++number) visit_default(number);
}

void (*clean_up_after)() = nullptr;

// Blocking signals protects one thread, but another may get them. So the threads in sections that
// must not be interrupted are counted, and whoever ends the program waits for them.
constexpr unsigned is_ending = 1u << 31;
std::atomic<unsigned> sections = 0;
static_assert(std::atomic<unsigned>::is_always_lock_free);

// Signals are blocked, so that this thread cannot be the one that waits.
void enter_section() {
  if ((sections.fetch_add(1) & is_ending) == 0) return;
  sections.fetch_sub(1);
  for (;;) ::pause();
}

void leave_section() { sections.fetch_sub(1); }

// Sections take moments, but a minute on a file system that does not respond is enough.
void wait_for_sections() {
  sections.fetch_or(is_ending);
  for (int i = 0; i < 60'000 && sections != is_ending; ++i) ::poll(nullptr, 0, 1);
}

extern "C" void end_cleanly(int signal_number) {
  wait_for_sections();
  clean_up_after();
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

}  // namespace

void on_interruption(void (*clean_up)()) {
  clean_up_after = clean_up;
  for_each_ending_signal([](int number) { std::signal(number, end_cleanly); });
  // Reaching a file-size limit must be an error like any other, not end the program.
  std::signal(SIGXFSZ, SIG_IGN);
}

struct InterruptionBlocked::State {
  sigset_t before{};
};

InterruptionBlocked::InterruptionBlocked() : state_(std::make_unique<State>()) {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &state_->before);
  enter_section();
}

InterruptionBlocked::~InterruptionBlocked() {
  leave_section();
  ::pthread_sigmask(SIG_SETMASK, &state_->before, nullptr);
}

struct InterruptionWatch::State {
  std::function<void()> clean_up;
  sigset_t signals{};
  sigset_t before{};
  std::jthread watcher;

  void wait_for_signals(const std::stop_token& stop) {
    constexpr timespec a_moment{0, 20'000'000};
    while (!stop.stop_requested()) {
      const int number = ::sigtimedwait(&signals, nullptr, &a_moment);
      if (number < 0) continue;
      wait_for_sections();
      clean_up();
      // Now end as the signal would have ended the program.
      std::signal(number, SIG_DFL);
      ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
      std::raise(number);
    }
  }
};

// The signals are blocked, also for threads started later, so that only the watcher gets them.
InterruptionWatch::InterruptionWatch(std::function<void()> clean_up)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.clean_up = std::move(clean_up);
  ::sigemptyset(&state.signals);
  for_each_ending_signal([&state](int number) { ::sigaddset(&state.signals, number); });
  ::pthread_sigmask(SIG_BLOCK, &state.signals, &state.before);
  state.watcher =
      std::jthread([&state](const std::stop_token& stop) { state.wait_for_signals(stop); });
}

InterruptionWatch::~InterruptionWatch() {
  state_->watcher.request_stop();
  state_->watcher.join();
  ::pthread_sigmask(SIG_SETMASK, &state_->before, nullptr);
}

}  // namespace rigy::base::platform

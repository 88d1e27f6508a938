// The signals that end this program.
#pragma once

#include <csignal>

namespace rigy::cli {

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

}  // namespace rigy::cli

#include "cli/scratch_folder.hpp"

#include <cerrno>
#include <ctime>
#include <stdlib.h>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "cli/child_process.hpp"
#include "cli/exit_code.hpp"
#include "cli/signals.hpp"

namespace rigy::cli {
namespace {

namespace fs = std::filesystem;

fs::path make_folder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string name = ((error ? fs::path("/tmp") : parent) / "rigy-conform-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) return name;
  throw FileTroubleError(fmt::format("cannot create a temporary folder in '{}': {}",
                                     parent.string(), std::generic_category().message(errno)));
}

}  // namespace

ScratchFolder::ScratchFolder() : path_(make_folder()) {
  ::sigemptyset(&signals_);
  for_each_ending_signal([this](int number) { ::sigaddset(&signals_, number); });
  ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  watcher_ = std::jthread([this](const std::stop_token& stop) { wait_for_signals(stop); });
}

ScratchFolder::~ScratchFolder() {
  watcher_.request_stop();
  watcher_.join();
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void ScratchFolder::wait_for_signals(const std::stop_token& stop) {
  constexpr timespec a_moment{0, 20'000'000};
  while (!stop.stop_requested()) {
    const int number = ::sigtimedwait(&signals_, nullptr, &a_moment);
    if (number < 0) continue;
    kill_children();
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    // Now end as the signal would have ended the program.
    std::signal(number, SIG_DFL);
    ::pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
    std::raise(number);
  }
}

}  // namespace rigy::cli

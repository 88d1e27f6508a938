#include "platform/folder_events.hpp"

#include <algorithm>
#include <thread>

#ifdef __linux__
#include <array>
#include <map>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>
#endif

namespace rigy::base::platform {

#ifdef __linux__

struct FolderEvents::State {
  int queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  std::map<std::string, int> watched;

  // Reads what has happened; which of it matters is seen in the files.
  void drain() const {
    std::array<char, 4096> events{};
    while (read(queue, events.data(), events.size()) > 0) {
    }
  }
};

FolderEvents::FolderEvents() : state_(std::make_unique<State>()) {}

FolderEvents::~FolderEvents() {
  if (state_->queue >= 0) close(state_->queue);
}

void FolderEvents::watch(const std::vector<std::string>& folders) {
  constexpr std::uint32_t changes =
      IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ATTRIB;
  for (const std::string& folder : folders) {
    if (state_->watched.contains(folder)) continue;
    state_->watched[folder] = inotify_add_watch(state_->queue, folder.c_str(), changes);
  }
  for (auto at = state_->watched.begin(); at != state_->watched.end();) {
    const bool is_wanted = std::find(folders.begin(), folders.end(), at->first) != folders.end();
    if (!is_wanted && at->second >= 0) inotify_rm_watch(state_->queue, at->second);
    at = is_wanted ? std::next(at) : state_->watched.erase(at);
  }
}

void FolderEvents::wait(std::chrono::milliseconds time) {
  if (state_->queue < 0) {
    std::this_thread::sleep_for(std::min(time, std::chrono::milliseconds(50)));
    return;
  }
  pollfd readable{state_->queue, POLLIN, 0};
  poll(&readable, 1, static_cast<int>(time.count()));
  state_->drain();
}

#else

struct FolderEvents::State {};

FolderEvents::FolderEvents() : state_(std::make_unique<State>()) {}
FolderEvents::~FolderEvents() = default;
void FolderEvents::watch(const std::vector<std::string>&) {}
void FolderEvents::wait(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(std::min(time, std::chrono::milliseconds(50)));
}

#endif

}  // namespace rigy::base::platform

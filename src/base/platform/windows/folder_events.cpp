#include "platform/folder_events.hpp"

#include <algorithm>
#include <thread>

namespace rigy::base::platform {

// Looking at a few files is cheap enough.
struct FolderEvents::State {};

FolderEvents::FolderEvents() : state_(std::make_unique<State>()) {}
FolderEvents::~FolderEvents() = default;
void FolderEvents::watch(const std::vector<std::string>&) {}
void FolderEvents::wait(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(std::min(time, std::chrono::milliseconds(50)));
}

}  // namespace rigy::base::platform

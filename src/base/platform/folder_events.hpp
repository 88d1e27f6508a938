// Waiting for changes of files.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace rigy::base::platform {

// Wakes up when something in a folder may have changed. Where the system cannot tell, it wakes up
// every few milliseconds.
class FolderEvents {
 public:
  FolderEvents();
  FolderEvents(const FolderEvents&) = delete;
  FolderEvents& operator=(const FolderEvents&) = delete;
  ~FolderEvents();

  // From now on, of these folders only.
  void watch(const std::vector<std::string>& folders);
  // Until something may have changed, or the time is over.
  void wait(std::chrono::milliseconds time);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rigy::base::platform

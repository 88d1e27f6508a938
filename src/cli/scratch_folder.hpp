// A folder for temporary files.
#pragma once

#include <csignal>
#include <filesystem>
#include <thread>

namespace rigy::cli {

// Created in $TMPDIR or /tmp; removed with its contents at the end of its lifetime, and when a
// signal of for_each_ending_signal ends the program. Those signals are blocked meanwhile, also for
// threads started later; children of run_child are killed with the program. At most one at a time.
class ScratchFolder {
 public:
  ScratchFolder();  // throws FileTroubleError
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  void wait_for_signals(const std::stop_token& stop);

  std::filesystem::path path_;
  sigset_t signals_{};
  sigset_t before_{};
  std::jthread watcher_;
};

}  // namespace rigy::cli

// A folder for temporary files.
#pragma once

#include <filesystem>

#include "interfaces_floor.hpp"
#include "platform/interruption.hpp"

namespace rigy::interfaces::cli {

// Created in the system's folder for temporary files; removed with its contents at the end of its
// lifetime, and when the program is interrupted. Children of run_child are then killed with the
// program. At most one at a time.
class ScratchFolder {
 public:
  ScratchFolder();  // throws FileTroubleError
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  void remove() const;

  std::filesystem::path path_;
  platform::InterruptionWatch watch_;
};

}  // namespace rigy::interfaces::cli

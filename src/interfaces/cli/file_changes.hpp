// Which of some files have changed.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "interfaces_floor.hpp"
#include "platform/folder_events.hpp"

namespace rigy::interfaces::cli {

class FileChanges {
 public:
  // How long nothing must happen before a change counts as complete.
  explicit FileChanges(std::chrono::milliseconds settling = std::chrono::milliseconds(50))
      : settling_(settling) {}

  // The files to watch from now on. Call it before they are read: a change in between is then seen.
  void watch(const std::set<std::string>& files);
  // Waits until some have changed and nothing has happened for a moment, so that a program that
  // writes a file in several steps is seen once. Nothing if the time is over.
  [[nodiscard]] std::set<std::string> wait(std::chrono::milliseconds time);

 private:
  // A file that is missing has neither.
  using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;
  [[nodiscard]] static Stamp stamp_of(const std::string& file);
  // Adds the files that have changed since this was last asked, and says whether there are any.
  [[nodiscard]] bool note_changes(std::set<std::string>& files);
  // Waits until nothing has changed for a moment; adds the files that have.
  void settle(std::set<std::string>& files);

  std::chrono::milliseconds settling_;
  std::map<std::string, Stamp> stamps_;
  platform::FolderEvents events_;
};

}  // namespace rigy::interfaces::cli

#include "cli/file_changes.hpp"

#include <system_error>
#include <vector>

#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& file) {
  const fs::path folder = platform::to_path(file).parent_path();
  return folder.empty() ? "." : platform::to_text(folder);
}

}  // namespace

FileChanges::Stamp FileChanges::stamp_of(const std::string& file) {
  std::error_code error;
  const fs::path path = platform::to_path(file);
  const fs::file_time_type time = fs::last_write_time(path, error);
  if (error) return {};
  const std::uintmax_t size = fs::file_size(path, error);
  return {time, error ? 0 : size};
}

void FileChanges::watch(const std::set<std::string>& files) {
  std::map<std::string, Stamp> stamps;
  std::set<std::string> folders;
  for (const std::string& file : files) {
    const auto known = stamps_.find(file);
    stamps[file] = known == stamps_.end() ? stamp_of(file) : known->second;
    folders.insert(folder_of(file));
  }
  stamps_ = std::move(stamps);
  events_.watch({folders.begin(), folders.end()});
}

std::set<std::string> FileChanges::changed() const {
  std::set<std::string> files;
  for (const auto& [file, stamp] : stamps_) {
    if (stamp_of(file) != stamp) files.insert(file);
  }
  return files;
}

std::set<std::string> FileChanges::wait(std::chrono::milliseconds time) {
  std::set<std::string> files = changed();
  if (files.empty()) {
    events_.wait(time);
    files = changed();
  }
  if (files.empty()) return files;
  for (std::map<std::string, Stamp> before; before != stamps_;) {
    before = stamps_;
    events_.wait(settling_);
    for (auto& [file, stamp] : stamps_) {
      const Stamp now = stamp_of(file);
      if (now != stamp) files.insert(file);
      stamp = now;
    }
  }
  return files;
}

}  // namespace rigy::interfaces::cli

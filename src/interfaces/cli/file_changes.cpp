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

bool FileChanges::note_changes(std::set<std::string>& files) {
  bool is_changed = false;
  for (auto& [file, stamp] : stamps_) {
    const Stamp now = stamp_of(file);
    if (now == stamp) continue;
    stamp = now;
    files.insert(file);
    is_changed = true;
  }
  return is_changed;
}

std::set<std::string> FileChanges::wait(std::chrono::milliseconds time) {
  std::set<std::string> files;
  if (!note_changes(files)) {
    events_.wait(time);
    static_cast<void>(note_changes(files));
  }
  if (!files.empty()) settle(files);
  return files;
}

// Only the files tell whether something has changed: an event may be about another file of the
// folder, or about what was seen already, as when a file is closed after it was written. Files are
// looked at after the time, so that a late return to this thread makes no change a second one.
void FileChanges::settle(std::set<std::string>& files) {
  using Clock = std::chrono::steady_clock;
  using std::chrono::milliseconds;
  Clock::time_point quiet = Clock::now() + settling_;
  for (Clock::time_point now = Clock::now(); now < quiet;) {
    events_.wait(std::chrono::ceil<milliseconds>(quiet - now));
    now = Clock::now();
    if (note_changes(files)) quiet = Clock::now() + settling_;
  }
}

}  // namespace rigy::interfaces::cli

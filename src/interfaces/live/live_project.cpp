#include "live/live_project.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/output.hpp"
#include "platform/files.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> text_at(const std::string& path) {
  std::ifstream file(platform::to_path(path), std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Absolute, with '/' between its parts.
std::string whole_path(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(platform::to_path(path), error);
  return error ? path : platform::to_text(whole.generic_string());
}

// The length of the folders that all paths begin with.
std::size_t common_folder(const std::set<std::string>& paths) {
  const std::string& first = *paths.begin();
  const std::string& last = *paths.rbegin();
  const auto differ = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first;
  const auto size = static_cast<std::size_t>(differ - first.begin());
  const std::size_t slash = size == 0 ? std::string::npos : first.rfind('/', size - 1);
  return slash == std::string::npos ? 0 : slash + 1;
}

}  // namespace

void LiveProject::set_files(const std::string& entry, const std::set<std::string>& paths) {
  std::set<std::string> whole = {whole_path(entry)};
  for (const std::string& path : paths) whole.insert(whole_path(path));
  const std::size_t folder = common_folder(whole);
  const std::lock_guard lock(mutex_);
  entry_ = whole_path(entry).substr(folder);
  std::map<std::string, File> files;
  for (const std::string& path : whole) {
    const std::string name = path.substr(folder);
    const auto known = files_.find(name);
    const bool is_known = known != files_.end() && known->second.path == path;
    files.emplace(name, is_known ? std::move(known->second) : File{path, "", 0});
  }
  files_ = std::move(files);
  for (auto& [name, file] : files_) read(file);
  changed_.notify_all();
}

void LiveProject::refresh() {
  const std::lock_guard lock(mutex_);
  for (auto& [name, file] : files_) read(file);
  changed_.notify_all();
}

// A file that is missing for a moment, because it is being replaced, stays as it was.
void LiveProject::read(File& file) {
  std::optional<std::string> text = text_at(file.path);
  if (!text || (file.revision > 0 && *text == file.text)) return;
  file.text = std::move(*text);
  file.revision = ++revision_;
}

std::set<std::string> LiveProject::paths() const {
  const std::lock_guard lock(mutex_);
  std::set<std::string> paths;
  for (const auto& [name, file] : files_) paths.insert(file.path);
  return paths;
}

void LiveProject::write_json(std::string& out, const std::string& name, const File& file) const {
  JsonWriter json(std::move(out));
  json.begin_object();
  json.key("path");
  json.string(name);
  json.key("text");
  json.string(file.text);
  json.key("revision");
  json.number(file.revision);
  json.end_object();
  out = json.take();
}

std::string LiveProject::json() const {
  const std::lock_guard lock(mutex_);
  JsonWriter json;
  json.begin_object();
  json.key("entry");
  json.string(entry_);
  json.key("revision");
  json.number(revision_);
  json.key("files");
  json.begin_array();
  for (const auto& [name, file] : files_) {
    std::string one;
    write_json(one, name, file);
    if (file.revision > 0) json.text(one);
  }
  json.end_array();
  json.end_object();
  return json.take();
}

std::vector<std::string> LiveProject::changes_after(std::uint64_t& revision,
                                                    std::chrono::milliseconds time) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [&] { return ends_ || revision_ > revision; });
  std::vector<std::string> changes;
  for (const auto& [name, file] : files_) {
    if (file.revision <= revision) continue;
    std::string one;
    write_json(one, name, file);
    changes.push_back(std::move(one));
  }
  revision = std::max(revision, revision_);
  return changes;
}

LiveProject::Written LiveProject::write(const std::string& name, std::uint64_t& revision,
                                        const std::string& text) {
  const std::lock_guard lock(mutex_);
  const auto found = files_.find(name);
  if (found == files_.end()) return Written::Unknown;
  File& file = found->second;
  read(file);
  if (file.revision != revision) {
    revision = file.revision;
    changed_.notify_all();
    return Written::Changed;
  }
  if (cli::write_file(file.path, {cli::bytes_of(text)})) return Written::Failed;
  file.text = text;
  file.revision = revision = ++revision_;
  changed_.notify_all();
  return Written::Done;
}

void LiveProject::end() {
  const std::lock_guard lock(mutex_);
  ends_ = true;
  changed_.notify_all();
}

bool LiveProject::has_ended() const {
  const std::lock_guard lock(mutex_);
  return ends_;
}

}  // namespace rigy::interfaces

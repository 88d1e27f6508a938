#include "cli/input_digests.hpp"

#include <variant>

#include "cli/digest.hpp"

namespace rigy::cli {

void InputDigests::note(const std::string& path, const std::string& sha256) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = digests_.emplace(path, sha256);
  if (!is_new && known->second != sha256) known->second.clear();
}

std::optional<std::string> InputDigests::find(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto known = digests_.find(path);
  if (known == digests_.end() || known->second.empty()) return std::nullopt;
  return known->second;
}

FileResult NotedFiles::read_entry(const std::string& path) {
  FileResult result = files_.read_entry(path);
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    const std::string digest = sha256(contents->text);
    // A compilation that starts again reads it again; it must not have changed.
    const bool changed = !entry_.sha256.empty() && entry_.sha256 != digest;
    entry_ = {path, changed ? std::string() : digest};
  }
  return result;
}

FileResult NotedFiles::read_relative(const std::string& from, const std::string& path) {
  FileResult result = files_.read_relative(from, path);
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    shared_.note(contents->shown_path, sha256(contents->text));
  }
  return result;
}

std::optional<FileLocation> NotedFiles::locate(const std::string& from, const std::string& path) {
  return files_.locate(from, path);
}

std::optional<std::vector<FileDigest>> NotedFiles::digests_of(
    const std::vector<std::string>& files) const {
  std::vector<FileDigest> digests;
  for (const std::string& file : files) {
    const bool is_entry = digests.empty();
    std::optional<std::string> digest = is_entry ? entry_.sha256 : shared_.find(file);
    if (!digest || digest->empty()) return std::nullopt;
    digests.push_back({file, std::move(*digest)});
  }
  return digests;
}

}  // namespace rigy::cli

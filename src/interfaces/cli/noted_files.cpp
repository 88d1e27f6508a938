#include "cli/noted_files.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <variant>

#include "cli/digest.hpp"
#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

// "a/../b": what is there depends on where "a" leads.
bool leaves_a_folder(std::string_view path) {
  bool entered = false;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part == ".." && entered) return true;
    entered |= part != ".." && part != "." && !part.empty();
  }
  return false;
}

// Whether the name leads there as long as the file itself has no link on its way. That is known of
// every input, because identities have none.
bool is_plain(const std::string& from, const std::string& path, const std::string& identity) {
  if (leaves_a_folder(path)) return false;
  const auto joined = platform::to_path(from).parent_path() / platform::to_path(path);
  return platform::to_text(joined.lexically_normal()) == identity;
}

}  // namespace

void NotedInputs::note(const FileContents& file) {
  InputFile read{file.shown_path, file.identity, sha256(file.text)};
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = files_.try_emplace(file.shown_path, read);
  InputFile& first = known->second;
  if (first.sha256 != read.sha256 || first.identity != read.identity) first.sha256.clear();
}

void NotedInputs::note_name(const std::string& from, const std::string& path,
                            const std::string& identity) {
  if (is_plain(from, path, identity)) return;
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = links_[from].try_emplace(path, identity);
  if (known->second != identity) known->second.clear();
}

std::optional<InputFile> NotedInputs::find(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto known = files_.find(path);
  if (known == files_.end() || known->second.sha256.empty()) return std::nullopt;
  return known->second;
}

bool NotedInputs::append_links_of(const std::string& from, std::vector<InputLink>& links) const {
  const std::lock_guard lock(mutex_);
  const auto known = links_.find(from);
  if (known == links_.end()) return true;
  for (const auto& [path, identity] : known->second) {
    if (identity.empty()) return false;
    links.push_back({from, path, identity});
  }
  return true;
}

FileResult NotedFiles::read_entry(const std::string& path) {
  FileResult result = files_.read_entry(path);
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    InputFile read{path, contents->identity, sha256(contents->text)};
    // A compilation that starts again reads it again; it must not have changed.
    const bool is_first = entry_.path.empty();
    if (!is_first && (entry_.sha256 != read.sha256 || entry_.identity != read.identity)) {
      read.sha256.clear();
    }
    entry_ = std::move(read);
  }
  return result;
}

FileResult NotedFiles::read_relative(const std::string& from, const std::string& path) {
  FileResult result = files_.read_relative(from, path);
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    shared_.note(*contents);
    shared_.note_name(from, path, contents->identity);
  }
  return result;
}

std::optional<FileLocation> NotedFiles::locate(const std::string& from, const std::string& path) {
  std::optional<FileLocation> location = files_.locate(from, path);
  if (location) shared_.note_name(from, path, location->identity);
  return location;
}

std::optional<JobInputs> NotedFiles::inputs(const std::vector<std::string>& files) const {
  JobInputs inputs;
  for (const std::string& path : files) {
    const bool is_entry = inputs.files.empty();
    std::optional<InputFile> file = is_entry ? entry_ : shared_.find(path);
    if (!file || file->sha256.empty()) return std::nullopt;
    if (!shared_.append_links_of(file->identity, inputs.links)) return std::nullopt;
    inputs.files.push_back(std::move(*file));
  }
  return inputs;
}

}  // namespace rigy::interfaces::cli

#include "cli/missed_files.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>

#include "platform/files.hpp"

namespace rigy::interfaces::cli {

FileResult MissedFiles::note(FileResult result) {
  const auto* const contents = std::get_if<FileContents>(&result);
  if (contents != nullptr) shown_.emplace(contents->identity, contents->shown_path);
  return result;
}

FileResult MissedFiles::read_entry(const std::string& path) {
  return note(files_.read_entry(path));
}

FileResult MissedFiles::read_relative(const std::string& from, const std::string& path) {
  FileResult result = files_.read_relative(from, path);
  const auto* const error = std::get_if<FileError>(&result);
  if (error == nullptr || *error != FileError::NotFound) return note(std::move(result));
  const auto known = shown_.find(from);
  const auto folder = platform::to_path(known == shown_.end() ? from : known->second).parent_path();
  const auto joined = folder / platform::to_path(path);
  std::string missed = platform::to_text(joined.lexically_normal());
  if (std::find(missed_.begin(), missed_.end(), missed) == missed_.end()) {
    missed_.push_back(std::move(missed));
  }
  return result;
}

}  // namespace rigy::interfaces::cli

#include "cli/allowed_files.hpp"

#include <variant>

namespace rigy::cli {

FileResult AllowedFiles::read_entry(const std::string& path) { return files_->read_entry(path); }

FileResult AllowedFiles::read_relative(const std::string& from, const std::string& path) {
  FileResult result = files_->read_relative(from, path);
  const auto* contents = std::get_if<FileContents>(&result);
  if (contents != nullptr && !allowed_->contains(contents->identity)) return FileError::NotFound;
  return result;
}

std::optional<FileLocation> AllowedFiles::locate(const std::string& from, const std::string& path) {
  std::optional<FileLocation> location = files_->locate(from, path);
  if (location && !allowed_->contains(location->identity)) return std::nullopt;
  return location;
}

}  // namespace rigy::cli

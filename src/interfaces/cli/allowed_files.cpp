#include "cli/allowed_files.hpp"

#include <variant>

namespace rigy::interfaces::cli {

FileResult AllowedFiles::read_entry(const std::string& path) {
  FileResult result = files_->read_entry(path);
  if (const auto* contents = std::get_if<FileContents>(&result)) entry_ = contents->identity;
  return result;
}

bool AllowedFiles::allows(const std::string& identity) const {
  return identity == entry_ || allowed_->contains(identity);
}

FileResult AllowedFiles::read_relative(const std::string& from, const std::string& path) {
  const std::optional<FileLocation> location = files_->locate(from, path);
  // Not opened: what it is must not show.
  if (location && !allows(location->identity)) return FileError::NotFound;
  FileResult result = files_->read_relative(from, path);
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    if (!allows(contents->identity)) return FileError::NotFound;
  } else if (!location && std::get<FileError>(result) != FileError::OutsideRoot) {
    return FileError::NotFound;
  }
  return result;
}

std::optional<FileLocation> AllowedFiles::locate(const std::string& from, const std::string& path) {
  std::optional<FileLocation> location = files_->locate(from, path);
  if (location && !allows(location->identity)) return std::nullopt;
  return location;
}

}  // namespace rigy::interfaces::cli

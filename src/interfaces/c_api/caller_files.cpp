#include "c_api/caller_files.hpp"

#include <cstddef>
#include <optional>

#include "common/limits.hpp"
#include "io/paths.hpp"

namespace rigy::interfaces {
namespace {

FileError error_of(int status) {
  switch (status) {
    case RIGY_FILE_NOT_FOUND:
      return FileError::NotFound;
    case RIGY_FILE_NOT_REGULAR:
      return FileError::NotRegular;
    case RIGY_FILE_TOO_LARGE:
      return FileError::TooLarge;
    case RIGY_FILE_OUTSIDE_ROOT:
      return FileError::OutsideRoot;
    default:
      return FileError::Unreadable;
  }
}

}  // namespace

FileResult CallerFiles::read_entry(const std::string& path) { return read({}, path); }

FileResult CallerFiles::read_relative(const std::string& from, const std::string& path) {
  return read(folder_of(from), path);
}

FileResult CallerFiles::read(std::string_view folder, std::string_view path) {
  // A NUL would end the path early on its way through C.
  if (path.empty() || path.find('\0') != std::string_view::npos) return FileError::NotFound;
  const std::optional<std::string> name = resolve_path(folder, path);
  if (!name) return FileError::OutsideRoot;
  const void* data = nullptr;
  std::size_t size = 0;
  if (const int status = reader_(context_, name->c_str(), &data, &size); status != RIGY_FILE_OK) {
    return error_of(status);
  }
  if (size > max_file_size) return FileError::TooLarge;
  if (data == nullptr && size > 0) return FileError::Unreadable;
  return FileContents{std::string(static_cast<const char*>(data), size), *name, *name};
}

}  // namespace rigy::interfaces

// rigy_disk_reader: files on disk.
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "c_api/caller_files.hpp"
#include "c_api/texts.hpp"
#include "common/guarded.hpp"
#include "common/unreachable.hpp"
#include "platform/files.hpp"
#include "rigy/files.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {
namespace {

std::string root_of(const void* context) {
  return std::string(text_of(static_cast<const char*>(context)));
}

int status_of(FileError error) {
  switch (error) {
    case FileError::NotFound:
      return RIGY_FILE_NOT_FOUND;
    case FileError::NotRegular:
      return RIGY_FILE_NOT_REGULAR;
    case FileError::TooLarge:
      return RIGY_FILE_TOO_LARGE;
    case FileError::OutsideRoot:
      return RIGY_FILE_OUTSIDE_ROOT;
    case FileError::Unreadable:
      return RIGY_FILE_UNREADABLE;
  }
  unreachable();
}

// The file at `path` below `root`; if that is empty, below the working directory.
FileResult read_below(const std::string& root, const char* path) {
  std::error_code error;
  const std::string folder = platform::canonical_path(root.empty() ? "." : root, error);
  if (error) return FileError::NotFound;
  // Paths count from the folder of a file.
  return DiskFiles(folder).read_relative(folder + "/.", path);
}

}  // namespace

std::unique_ptr<FileReader> files_from(rigy_reader reader, void* context) {
  if (reader == rigy_disk_reader) return std::make_unique<DiskFiles>(root_of(context));
  return std::make_unique<CallerFiles>(reader, context);
}

}  // namespace rigy::interfaces

int rigy_disk_reader(void* root, const char* path, const void** data, size_t* size) {
  // Valid until the next call, as of every reader.
  thread_local std::string last;
  const auto read = [&]() -> int {
    rigy::FileResult found = rigy::interfaces::read_below(rigy::interfaces::root_of(root), path);
    if (const auto* error = std::get_if<rigy::FileError>(&found)) {
      return rigy::interfaces::status_of(*error);
    }
    last = std::move(std::get<rigy::FileContents>(found).text);
    *data = last.data();
    *size = last.size();
    return RIGY_FILE_OK;
  };
  return rigy::base::without_exceptions(
      read, [](const rigy::base::Failure&) { return RIGY_FILE_UNREADABLE; });
}

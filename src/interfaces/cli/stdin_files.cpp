#include "cli/stdin_files.hpp"

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "common/limits.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {

FileResult StdinFiles::read_entry(const std::string& /*path*/) {
  FileContents contents;
  std::size_t size = 0;
  for (;;) {
    if (size == contents.text.size()) contents.text.resize(size == 0 ? 64 << 10 : 2 * size);
    const std::ptrdiff_t count = platform::read_some(
        platform::standard_input, contents.text.data() + size, contents.text.size() - size);
    if (count < 0) return FileError::Unreadable;
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
    if (size > max_file_size) return FileError::TooLarge;
  }
  contents.text.resize(size);
  std::error_code error;
  contents.identity = platform::current_folder(error) + "/" + stdin_name;
  contents.shown_path = stdin_name;
  return contents;
}

FileResult StdinFiles::read_relative(const std::string& from, const std::string& path) {
  return disk_.read_relative(from, path);
}

std::optional<FileLocation> StdinFiles::locate(const std::string& from, const std::string& path) {
  return disk_.locate(from, path);
}

}  // namespace rigy::interfaces::cli

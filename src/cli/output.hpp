// Writing files so that nobody ever sees half of one.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace rigy::cli {

using Bytes = std::span<const std::byte>;

// At most this many threads may write files at the same time.
inline constexpr unsigned max_writers = 256;

[[nodiscard]] Bytes bytes_of(std::string_view text);

// The path that a symbolic link leads to, whether or not something is there.
[[nodiscard]] std::string follow_links(const std::string& path);

// Writes the pieces, one after the other, to a temporary file beside `path` and renames it. On any
// failure, and when the program is interrupted, the temporary file is removed and what was at
// `path` is untouched. The mode of a file that is replaced is kept. A symbolic link stays a link:
// the file it leads to is replaced or made. What is not a regular file (/dev/null, a pipe) is
// written directly.
[[nodiscard]] std::error_code write_file(const std::string& path,
                                         std::initializer_list<Bytes> pieces);

struct FileToWrite {
  std::string path;
  Bytes bytes;
};

// The same for files that belong together: all of them are written, or none. There is at least one.
[[nodiscard]] std::error_code write_files(std::span<const FileToWrite> files);

[[nodiscard]] std::error_code write_stdout(std::initializer_list<Bytes> pieces);

// Prints on standard error; there is nobody to tell when that fails.
void print_error(std::string_view text);

}  // namespace rigy::cli

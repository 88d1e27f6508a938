// Writes files so that nobody ever sees a partial one.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace rigy::cli {

using Bytes = std::span<const std::byte>;

// The maximum number of threads that write files at the same time.
inline constexpr unsigned max_writers = 256;

[[nodiscard]] Bytes bytes_of(std::string_view text);

// The path that a symbolic link leads to, whether or not it exists.
[[nodiscard]] std::string follow_links(const std::string& path);

// Writes the pieces, one after the other, to a temporary file next to `path` and renames it. On any
// failure, and when the program is interrupted, the temporary file is removed and what was at
// `path` is untouched. The mode of a file that is replaced is kept. A symbolic link stays a link:
// the file it leads to is replaced or made. What is not a regular file (/dev/null, a pipe) is
// written directly.
[[nodiscard]] std::error_code write_file(const std::string& path,
                                         std::initializer_list<Bytes> pieces);

struct FileToWrite {
  std::string path;
  Bytes bytes;
  Bytes rest = {};  // what follows them
};

// The same for files that belong together, at least one: all of them are written, or none. `failed`
// becomes the path that an error is about.
[[nodiscard]] std::error_code write_files(std::span<const FileToWrite> files, std::string& failed);

[[nodiscard]] std::error_code write_stdout(std::initializer_list<Bytes> pieces);

// Prints on standard error; a failure to do so is ignored.
void print_error(std::string_view text);

}  // namespace rigy::cli

// Writes files so that nobody ever sees a partial one.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "interfaces_floor.hpp"
#include "platform/files.hpp"

namespace rigy::interfaces::cli {

using Bytes = std::span<const std::byte>;

// The maximum number of threads that write files at the same time.
inline constexpr unsigned max_writers = 256;

[[nodiscard]] Bytes bytes_of(std::string_view text);

// The path that a symbolic link leads to, whether or not it exists.
[[nodiscard]] std::string follow_links(const std::string& path);

// Writes the pieces, one after the other, to a temporary file next to `path` and renames it. On any
// failure, and when the program is interrupted, the temporary file is removed and what was at
// `path` is untouched. Folders that are missing are made. The mode of a file that is replaced is
// kept, and one that nobody may write is refused. A symbolic link stays a link: the file it leads
// to is replaced or made. What is not a regular file (/dev/null, a pipe) is written directly.
enum class ReadOnlyFile { Refuse, Replace };
[[nodiscard]] std::error_code write_file(const std::string& path,
                                         std::initializer_list<Bytes> pieces,
                                         ReadOnlyFile read_only = ReadOnlyFile::Refuse);

class FileInProgress;

struct FileToWrite {
  std::string path;
  Bytes bytes;
  Bytes rest = {};                 // what follows them
  FileInProgress* made = nullptr;  // instead of both: it only has to be put in place
  platform::Links links = platform::Links::Follow;
};

// The same for files that belong together, at least one: all of them are written, or none. `failed`
// becomes the path that an error is about.
[[nodiscard]] std::error_code write_files(std::span<const FileToWrite> files, std::string& failed);

// Makes a folder, with those above it.
[[nodiscard]] std::error_code make_folder(const std::string& path);

// At the end of the program: folders that it has made and put nothing into are removed.
void remove_empty_folders();

[[nodiscard]] std::error_code write_stdout(std::initializer_list<Bytes> pieces);

// Prints on standard output. Throws FileTroubleError.
void print(std::string_view text);

// Prints on standard error; a failure to do so is ignored.
void print_error(std::string_view text);

// "rigy: …\n", with nothing in it that acts on a terminal.
[[nodiscard]] std::string complaint(std::string_view message);

// Prints it on standard error.
void complain(std::string_view message);

}  // namespace rigy::interfaces::cli

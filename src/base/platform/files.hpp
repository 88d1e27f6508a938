// Reading files, for the library. Paths are UTF-8, and functions that fail set errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace rigy::base::platform {

// Between paths and their text, which has '/' between the parts.
[[nodiscard]] std::filesystem::path to_path(std::string_view text);
[[nodiscard]] std::string to_text(const std::filesystem::path& path);

enum class Links { Follow, Refuse };

// A descriptor, or -1. Never waits, also not for the other end of a pipe.
[[nodiscard]] int open_to_read(const std::string& path, Links links);

// The number of bytes, 0 at the end, or -1.
[[nodiscard]] std::ptrdiff_t read_some(int file, char* bytes, std::size_t size);

bool close_file(int file);

struct OpenFileStatus {
  bool is_regular = false;
  std::uintmax_t size = 0;
};
[[nodiscard]] std::optional<OpenFileStatus> status_of(int file);

// Canonical paths are absolute, without links and detours, with '/' between their parts. The same
// file always has the same one.
[[nodiscard]] std::string canonical_path(const std::string& path, std::error_code& error);
[[nodiscard]] std::string current_folder(std::error_code& error);

// The canonical path of a file that was opened by `path`, which is canonical unless the system
// follows links, and compares names, in ways of its own.
[[nodiscard]] std::string path_of(int file, const std::string& path);

// The length of the part that names the root: "/", "C:/".
[[nodiscard]] std::size_t root_size(std::string_view canonical);

// Whether `path`, as a document writes it, can name a file below its folder: on every system the
// same paths do.
[[nodiscard]] bool is_portable(std::string_view path);

// The target of a link; empty if there is no link. Nothing, with errno, if it cannot be read.
[[nodiscard]] std::optional<std::string> target_of_link(const std::string& path);

}  // namespace rigy::base::platform

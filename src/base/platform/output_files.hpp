// Writing files, for the program. Paths are UTF-8, and functions that fail set errno.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "platform/files.hpp"

namespace rigy::base::platform {

struct PathStatus {
  enum Kind { File, Folder, Link, Device } kind = File;
  unsigned mode = 0;          // of a file: who may read and write it
  bool is_read_only = false;  // for everybody, its owner included
};
// Nothing if there is no such file. Links::Refuse: a link is answered as such.
[[nodiscard]] std::optional<PathStatus> status_of(const std::string& path, Links links);

// The same for all names of an existing file.
struct FileId {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  auto operator<=>(const FileId&) const = default;
};
[[nodiscard]] std::optional<FileId> id_of(const std::string& path);

// The same text for paths that differ only in ways that the system ignores.
[[nodiscard]] std::string name_key(std::string path);

// Descriptors for writing, or -1. A new file must not exist.
[[nodiscard]] int create_file(const std::string& path, unsigned mode);
[[nodiscard]] int open_device(const std::string& path);
void set_mode(int file, unsigned mode);

// Writes the pieces, one after the other.
[[nodiscard]] std::error_code write_all(int file,
                                        std::initializer_list<std::span<const std::byte>> pieces);

// Writes at a place of a file that was created, from any thread; what lies before it may be written
// later.
[[nodiscard]] std::error_code write_at(int file, std::uint64_t offset,
                                       std::span<const std::byte> bytes);

// Asks the file system to find all the space of a new file at once, which is faster than for every
// page of it, without changing its size. A hint: some systems cannot do that.
void reserve_space(int file, std::uint64_t size);

// These may be called while the program is being interrupted.
bool remove_file(const char* path);
bool remove_folder(const char* path);                // only if it is empty
bool rename_file(const char* from, const char* to);  // replaces `to`
bool link_file(const char* path, const char* other_name);

// For its lifetime no other FileLock for this file exists, in any program, so that it can be read
// and replaced. It waits for its turn, and calls `on_wait` if that takes longer than some seconds.
// A file system without locks does not keep others out; nor does Windows, if another user runs
// them.
class FileLock {
 public:
  explicit FileLock(const std::string& path, const std::function<void()>& on_wait = {});
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A folder below another one, which stays the same whatever its path leads to later: nothing on the
// way was a link. Folders that are missing are made, and removed again if nothing is put into them.
// Windows and systems without /proc know folders only by their paths.
class HeldFolder {
 public:
  HeldFolder(const std::string& root, std::string_view below);
  HeldFolder(const HeldFolder&) = delete;
  HeldFolder& operator=(const HeldFolder&) = delete;
  ~HeldFolder();

  // Empty, with errno, if there is a link or a file on the way.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::string path_;
};

// A new folder that only this user can open, in `parent`; empty if it cannot be made.
[[nodiscard]] std::string make_private_folder(const std::string& parent, const std::string& name);

}  // namespace rigy::base::platform

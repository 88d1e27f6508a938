// Where the compiler gets its files from: one small interface, an in-memory twin of the disk.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>

namespace rigy {

enum class FileError {
  NotFound,
  NotRegular,   // a directory, a device, a pipe
  Unreadable,   // no permission, or an I/O error
  TooLarge,     // above the file-size limit
  OutsideRoot,  // the path leaves the root directory, or is absolute
};

struct FileContents {
  std::string text;
  // One name per file however it is spelt: files with the same identity are loaded once.
  std::string identity;
  // The path as a person would write it, for messages.
  std::string shown_path;
};

using FileResult = std::variant<FileContents, FileError>;

// Implementations must be safe to call from one thread at a time; the library calls them from the
// thread that called the library.
class FileReader {
 public:
  virtual ~FileReader() = default;

  // The document the user named; not bound to the root.
  [[nodiscard]] virtual FileResult read_entry(const std::string& path) = 0;

  // A file that `from` (an identity given out earlier) names, relative to the folder of `from`.
  [[nodiscard]] virtual FileResult read_relative(const std::string& from,
                                                 const std::string& path) = 0;
};

// Files in memory, keyed by '/'-separated relative paths. The root is the whole set.
class MemoryFiles final : public FileReader {
 public:
  explicit MemoryFiles(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;

 private:
  std::map<std::string, std::string> files_;
};

// Files on disk; only regular files are read, so that no pipe or device can make it wait. `root`
// bounds what documents may name; empty means: the working directory if the entry lies below it
// (or none was read), else the entry's folder.
class DiskFiles final : public FileReader {
 public:
  explicit DiskFiles(std::string root = {}) : root_(std::move(root)) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;

 private:
  void settle_root(const std::string& entry_folder);

  std::string root_;
  bool root_settled_ = false;                 // root_ is canonical
  std::map<std::string, std::string> shown_;  // shown path by identity
};

}  // namespace rigy

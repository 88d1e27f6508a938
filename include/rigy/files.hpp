// Where the compiler gets its files from: one small interface, for files in memory and on disk.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace rigy {

enum class FileError {
  NotFound,
  NotRegular,   // a directory, a device, a pipe
  Unreadable,   // no permission, or an I/O error
  TooLarge,     // exceeds the limit on file size
  OutsideRoot,  // the path leaves the root directory, or is absolute
};

struct FileContents {
  std::string text;
  // The same for every path that leads to the file: files with the same identity are loaded once.
  std::string identity;
  // The path as a person would write it, for messages.
  std::string shown_path;
};

// Where a file is: what its contents would say about it, without the text.
struct FileLocation {
  std::string identity;
  std::string shown_path;
  std::string root;  // the same path leads to the same file for all readers with this root
};

using FileResult = std::variant<FileContents, FileError>;

// The library calls a reader only from the thread that called the library, so an implementation
// needs no locks.
class FileReader {
 public:
  virtual ~FileReader() = default;

  // The document that the user named; it may lie outside the root.
  [[nodiscard]] virtual FileResult read_entry(const std::string& path) = 0;

  // A file that `from` (an identity returned earlier) refers to, relative to the folder of `from`.
  [[nodiscard]] virtual FileResult read_relative(const std::string& from,
                                                 const std::string& path) = 0;

  // Where read_relative would find the file. Nothing if there is none, or if the reader cannot say:
  // then what the file holds is not shared between compilations (SharedAssets).
  [[nodiscard]] virtual std::optional<FileLocation> locate(const std::string& /*from*/,
                                                           const std::string& /*path*/) {
    return std::nullopt;
  }
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

// Files on disk. Only regular files are read, so that no pipe or device can block. Documents may
// only refer to files inside `root`; if it is empty, that is the working directory if the entry
// lies below it (or no entry was read), else the entry's folder.
class DiskFiles final : public FileReader {
 public:
  explicit DiskFiles(std::string root = {}) : root_(std::move(root)) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;
  [[nodiscard]] std::optional<FileLocation> locate(const std::string& from,
                                                   const std::string& path) override;

 private:
  void settle_root(const std::string& entry_folder);
  [[nodiscard]] std::variant<FileLocation, FileError> find(const std::string& from,
                                                           const std::string& path);

  std::string root_;
  bool root_settled_ = false;                 // root_ is canonical
  std::map<std::string, std::string> shown_;  // shown path by identity
};

}  // namespace rigy

// Reads the files that documents name, within the limits, and reports failures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "document/document.hpp"
#include "hashing/text_hash.hpp"
#include "model_floor.hpp"
#include "rigy/files.hpp"
#include "syntax/reporter.hpp"

namespace rigy::model {

// A text that names a file, and what to report if the file cannot be read.
struct FileUse {
  Reporter at;
  const Source& from;  // the file that has the text
  const Text& path;
  std::string_view what;
  Code code;
};

// The same without the report.
struct FileName {
  const Source& from;
  std::string_view path;
};
[[nodiscard]] inline FileName name_of(const FileUse& use) { return {use.from, use.path.value}; }

// A file that was looked up: enough to count it again in another compilation without reading it.
struct Lookup {
  std::string key;  // of what is looked up only once; else empty
  std::string identity;
  std::string shown_path;
  std::size_t size = 0;
  // The import whose asset or contract this is; no_index if it is none.
  std::uint32_t import = no_index;
  std::uint32_t contract = no_index;
};

class FileLookup {
 public:
  explicit FileLookup(FileReader& files) : files_(files) {}

  FileResult read_entry(const std::string& path);
  // A file beside another one that no document names; it may not be there.
  FileResult read_beside(const Source& from, const std::string& path);
  // The contents at the path, or nothing; that has been reported.
  std::optional<FileContents> read(const FileUse& use);
  // The same, but a path that was read before gives no text again.
  std::optional<FileContents> read_once(const FileUse& use);

  // For files that compilations share; nothing is reported. Whether read_once has been here before;
  // where the file is, if that can be said without reading it; its contents, not counted.
  [[nodiscard]] bool was_looked_up(const FileUse& use) const;
  [[nodiscard]] std::optional<FileLocation> locate(const FileName& name);
  [[nodiscard]] std::optional<FileContents> read_uncounted(const FileName& name);
  // Whether the limits leave room for files of that number and total size.
  [[nodiscard]] bool has_room(std::size_t files, std::size_t bytes) const;
  // Counts a file that another compilation read, as `read` or `read_once` would.
  void count(const Lookup& lookup);

  // The shown paths of the entry and of all files that could be read.
  [[nodiscard]] std::vector<std::string> take_files() { return std::move(shown_paths_); }

 private:
  // Whether the limits leave room for one more file; reports it if they do not.
  bool may_look_up(const FileUse& use);
  std::optional<FileContents> accept(const FileUse& use, FileResult result);

  FileReader& files_;
  std::vector<std::string> shown_paths_;
  TextSet<std::string> known_files_;  // by identity
  // By folder, use and path: the identity, or why there is none.
  TextMap<std::string, std::variant<std::string, FileError>> looked_up_;
  std::size_t names_looked_up_ = 0;
  std::size_t bytes_read_ = 0;
};

// What a file is looked up by only once: the folder, the use and the path.
[[nodiscard]] std::string key_of(const FileUse& use);

// Why a file cannot be read.
[[nodiscard]] std::string reason(FileError error);

}  // namespace rigy::model

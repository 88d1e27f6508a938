// Reads the files that documents name, within the limits, and reports failures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/text_hash.hpp"
#include "document/document.hpp"
#include "rigy/files.hpp"
#include "yaml/reporter.hpp"

namespace rigy {

// A text that names a file, and what to report if the file cannot be read.
struct FileUse {
  Reporter at;
  const Source& from;  // the file that has the text
  const Text& path;
  std::string_view what;
  Code code;
};

class FileLookup {
 public:
  explicit FileLookup(FileReader& files) : files_(files) {}

  FileResult read_entry(const std::string& path);
  // The contents at the path, or nothing; that has been reported.
  std::optional<FileContents> read(const FileUse& use);
  // The same, but a path that was read before gives no text again.
  std::optional<FileContents> read_once(const FileUse& use);

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

// Why a file cannot be read.
[[nodiscard]] std::string reason(FileError error);

}  // namespace rigy

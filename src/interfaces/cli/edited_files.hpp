// Files as they would be after an edit, to look at a document before it is written.
#pragma once

#include <map>
#include <string>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

// Reads through another reader and keeps the text of the entry; or has another text in its place,
// and files beside it that are not there yet.
class EditedFiles final : public FileReader {
 public:
  explicit EditedFiles(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;

  [[nodiscard]] const std::string& text() const { return text_; }
  // The text of an entry that was read before.
  void keep(std::string text) { text_ = std::move(text); }
  void replace(std::string text);
  // A file that the document refers to by this path.
  void add(const std::string& path, std::string text) { added_[path] = std::move(text); }

 private:
  FileReader& files_;
  std::string text_;
  std::string entry_;  // its identity
  bool replaced_ = false;
  std::map<std::string, std::string> added_;
};

}  // namespace rigy::interfaces::cli

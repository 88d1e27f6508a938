// The entry's text, for commands that change it.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

// Reads through another reader, keeps the text of the entry, or has another one in its place.
class EntryFiles final : public FileReader {
 public:
  explicit EntryFiles(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override {
    FileResult result = files_.read_entry(path);
    if (auto* contents = std::get_if<FileContents>(&result)) {
      (replaced_ ? contents->text : text_) = replaced_ ? text_ : contents->text;
    }
    return result;
  }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return files_.read_relative(from, path);
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  void replace(std::string text) {
    text_ = std::move(text);
    replaced_ = true;
  }

 private:
  FileReader& files_;
  std::string text_;
  bool replaced_ = false;
};

}  // namespace rigy::interfaces::cli

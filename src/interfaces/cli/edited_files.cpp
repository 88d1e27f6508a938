#include "cli/edited_files.hpp"

#include <utility>
#include <variant>

namespace rigy::interfaces::cli {

FileResult EditedFiles::read_entry(const std::string& path) {
  FileResult result = files_.read_entry(path);
  if (auto* contents = std::get_if<FileContents>(&result)) {
    (replaced_ ? contents->text : text_) = replaced_ ? text_ : contents->text;
    entry_ = contents->identity;
  }
  return result;
}

FileResult EditedFiles::read_relative(const std::string& from, const std::string& path) {
  const auto added = added_.find(path);
  if (from != entry_ || added == added_.end()) return files_.read_relative(from, path);
  return FileContents{added->second, "edited:" + path, path};
}

void EditedFiles::replace(std::string text) {
  text_ = std::move(text);
  replaced_ = true;
}

}  // namespace rigy::interfaces::cli

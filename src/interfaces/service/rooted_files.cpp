#include "service/rooted_files.hpp"

#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {
namespace {

class RootedFiles final : public FileReader {
 public:
  RootedFiles(const std::string& root, std::optional<std::string> text)
      : disk_(root), text_(std::move(text)) {
    std::error_code error;
    folder_ = platform::canonical_path(root, error);
    if (!folder_.ends_with('/')) folder_ += '/';
  }

  FileResult read_entry(const std::string& path) override {
    if (!text_) return read_relative(folder_ + ".", path);
    const std::optional<FileLocation> at = disk_.locate(folder_ + ".", path);
    if (!at) return FileError::OutsideRoot;
    return FileContents{*text_, at->identity, path};
  }
  FileResult read_relative(const std::string& from, const std::string& path) override {
    FileResult read = disk_.read_relative(from, path);
    auto* const contents = std::get_if<FileContents>(&read);
    if (contents != nullptr && contents->identity.starts_with(folder_)) {
      contents->shown_path = contents->identity.substr(folder_.size());
      if (!may_be_read(contents->shown_path)) return FileError::Unreadable;
    }
    return read;
  }

 private:
  DiskFiles disk_;
  std::optional<std::string> text_;
  std::string folder_;  // the root, with a slash
};

}  // namespace

std::unique_ptr<FileReader> files_below(const std::string& root,
                                        const std::optional<std::string>& entry_text) {
  return std::make_unique<RootedFiles>(root, entry_text);
}

bool exists_below(const std::string& root, const std::string& path) {
  return platform::status_of(root + "/" + path, platform::Links::Refuse).has_value();
}

std::shared_ptr<void> lock_root(const std::string& root) {
  return root.empty() ? nullptr : std::make_shared<platform::FileLock>(root);
}

std::string fault_below(const std::string& root, const std::string& path) {
  if (!platform::is_portable(path)) {
    return fmt::format("'{}' is no plain path below the root", path);
  }
  // Every folder on the way, then the file.
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const bool is_file = end == std::string::npos;
    const auto status =
        platform::status_of(root + "/" + path.substr(0, end), platform::Links::Refuse);
    if (!status) return {};
    const auto wanted = is_file ? platform::PathStatus::File : platform::PathStatus::Folder;
    if (status->kind != wanted) {
      return fmt::format("'{}' is {}", path.substr(0, end),
                         is_file ? "no regular file" : "no folder; links are not followed");
    }
    if (is_file) return {};
  }
}

}  // namespace rigy::interfaces

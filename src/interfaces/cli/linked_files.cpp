#include "cli/linked_files.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <variant>

#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

// Absolute, without "." and "..", and without a slash at the end.
std::string plain(const fs::path& path) {
  std::error_code error;
  std::string text = platform::to_text(fs::absolute(path, error).lexically_normal());
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

bool is_below_folder(std::string_view path, std::string_view root) {
  return root == "/" || (path.starts_with(root) && path.substr(root.size()).starts_with('/'));
}

// From the working directory if it is below that.
std::string shown(const std::string& path) {
  const std::string here = plain(".");
  return is_below_folder(path, here) && here != "/" ? path.substr(here.size() + 1) : path;
}

// DiskFiles reads any path as an entry, with its limits.
FileResult read(const std::string& path) { return DiskFiles().read_entry(path); }

}  // namespace

std::string linked_identity(const std::string& path) { return plain(platform::to_path(path)); }

LinkedFiles::LinkedFiles(const std::string& root)
    : root_(plain(root.empty() ? "." : platform::to_path(root))) {}

FileResult LinkedFiles::read_entry(const std::string& path) {
  FileResult result = read(path);
  if (auto* contents = std::get_if<FileContents>(&result)) {
    contents->identity = linked_identity(path);
  }
  return result;
}

std::optional<FileLocation> LinkedFiles::locate(const std::string& from, const std::string& path) {
  if (path.starts_with('/') || !platform::is_portable(path)) return std::nullopt;
  const std::string target = plain(platform::to_path(from).parent_path() / platform::to_path(path));
  if (!is_below_folder(target, root_)) return std::nullopt;
  return FileLocation{target, shown(target), root_};
}

FileResult LinkedFiles::read_relative(const std::string& from, const std::string& path) {
  const std::optional<FileLocation> location = locate(from, path);
  if (!location) return FileError::OutsideRoot;
  FileResult result = read(location->identity);
  if (auto* contents = std::get_if<FileContents>(&result)) {
    contents->identity = location->identity;
    contents->shown_path = location->shown_path;
  }
  return result;
}

}  // namespace rigy::interfaces::cli

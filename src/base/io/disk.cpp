// The only part of the library that accesses the operating system's files.
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "common/limits.hpp"
#include "platform/files.hpp"
#include "rigy/files.hpp"

namespace rigy {
using namespace base;
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) platform::close_file(number_);
  }

  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

FileError error_of(int code) {
  switch (code) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
      return FileError::NotFound;
    case EISDIR:
    case ENXIO:
      return FileError::NotRegular;  // a socket, or a device that does not exist
    case ENOMEM:
      throw std::bad_alloc();
    default:
      return FileError::Unreadable;
  }
}

// Reads to the end, whatever size the file had when it was opened: it may grow meanwhile.
std::optional<FileError> read_all(int file, std::size_t expected, std::string& text) {
  // One byte more than expected, so that the end is seen without growing the buffer.
  text.resize(expected + 1);
  std::size_t size = 0;
  for (;;) {
    const std::ptrdiff_t count = platform::read_some(file, text.data() + size, text.size() - size);
    if (count < 0) return error_of(errno);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
    if (size > max_file_size) return FileError::TooLarge;
    if (size == text.size()) text.resize(std::min(2 * size, max_file_size) + 1);
  }
  text.resize(size);
  return std::nullopt;
}

// `path` becomes that of the file that was read.
std::optional<FileError> read_file(std::string& path, platform::Links links, std::string& text) {
  const Descriptor file(platform::open_to_read(path, links));
  if (file.number() < 0) return error_of(errno);
  const std::optional<platform::OpenFileStatus> status = platform::status_of(file.number());
  if (!status) return FileError::Unreadable;
  if (!status->is_regular) return FileError::NotRegular;
  if (status->size > max_file_size) return FileError::TooLarge;
  path = platform::path_of(file.number(), path);
  return read_all(file.number(), static_cast<std::size_t>(status->size), text);
}

// A path that the system cannot be asked for: the C interface would cut it at the NUL.
bool is_no_path(const std::string& path) {
  return path.empty() || path.find('\0') != std::string::npos;
}

bool is_at_or_below(std::string_view path, std::string_view root) {
  if (root.empty()) return false;
  if (root.ends_with('/')) return path.starts_with(root);
  if (path == root) return true;
  return path.starts_with(root) && path.substr(root.size()).starts_with('/');
}

// The path as one would write it in `from`, without detours if that is the same file. Where a link
// led to `from`, that may be another file or none; then the canonical path.
std::string shown_path_of(const std::string& from, const std::string& path,
                          const std::string& canonical) {
  const fs::path joined = platform::to_path(from).parent_path() / platform::to_path(path);
  for (const fs::path& candidate : {joined.lexically_normal(), joined}) {
    std::string text = platform::to_text(candidate);
    std::error_code error;
    if (platform::canonical_path(text, error) == canonical && !error) return text;
  }
  return canonical;
}

// The maximum number of parts of a path, including those of links on the way. It also stops links
// that lead to themselves.
constexpr int max_steps = 2 * max_path_parts;

using Target = std::variant<std::string, FileError>;

// The target of the link; empty if it is not a link or does not exist.
Target target_of_link(const std::string& path) {
  const std::optional<std::string> target = platform::target_of_link(path);
  if (target) return *target;
  if (error_of(errno) == FileError::NotFound) return std::string();
  return FileError::Unreadable;
}

// Whether the step from one canonical path to the next stays inside the root, or leads to it from
// above: outside, nothing is looked at beyond the name of the root.
bool may_step(std::string_view from, std::string_view to, bool up, std::string_view root) {
  if (is_at_or_below(to, root)) return true;
  return !is_at_or_below(from, root) && (up || is_at_or_below(root, to));
}

// The parent folder of a canonical path, and the entry of that name in it.
std::string above(std::string_view path) {
  return std::string(path.substr(0, std::max(path.rfind('/'), platform::root_size(path))));
}

std::string below(std::string_view path, std::string_view name) {
  std::string joined(path);
  if (!path.ends_with('/')) joined += '/';
  return joined.append(name);
}

// Where a path from the canonical folder `at` leads, even if nothing is there. It may not leave the
// root, not even to come back: nothing outside is looked at, so nothing about it can be revealed.
Target resolved(std::string at, std::string rest, std::string_view root) {
  for (int steps = 0; !rest.empty();) {
    const std::size_t slash = rest.find('/');
    const std::string part = rest.substr(0, slash);
    rest.erase(0, slash == std::string::npos ? slash : slash + 1);
    if (part.empty() || part == ".") continue;
    if (++steps > max_steps) return FileError::Unreadable;
    const bool up = part == "..";
    std::string next = up ? above(at) : below(at, part);
    if (!may_step(at, next, up, root)) return FileError::OutsideRoot;
    Target link;
    if (!up && is_at_or_below(next, root)) link = target_of_link(next);
    if (std::holds_alternative<FileError>(link)) return link;
    const std::string& target = std::get<std::string>(link);
    if (target.empty()) {
      at = std::move(next);
    } else {
      if (target.starts_with('/')) at = "/";
      rest.insert(0, target + '/');
    }
  }
  if (!is_at_or_below(at, root)) return FileError::OutsideRoot;
  return at;
}

}  // namespace

void DiskFiles::settle_root(const std::string& entry_folder) {
  if (root_settled_) return;
  std::error_code error;
  if (root_.empty()) {
    root_ = platform::current_folder(error);
    if (error || (!entry_folder.empty() && !is_at_or_below(entry_folder, root_)))
      root_ = entry_folder;
  } else {
    // Nothing is inside a root that does not exist.
    std::string canonical = platform::canonical_path(root_, error);
    if (!error) root_ = std::move(canonical);
  }
  root_settled_ = true;
}

FileResult DiskFiles::read_entry(const std::string& path) {
  if (is_no_path(path)) return FileError::NotFound;
  FileContents contents;
  std::string opened = path;
  if (const auto error = read_file(opened, platform::Links::Follow, contents.text)) return *error;
  std::error_code error;
  contents.identity = platform::canonical_path(path, error);
  if (error) return error_of(error.value());
  settle_root(above(contents.identity));
  contents.shown_path = path;
  // What was read for an earlier entry, or for an earlier attempt at this one, names no files now.
  shown_.clear();
  shown_.emplace(contents.identity, contents.shown_path);
  return contents;
}

std::variant<FileLocation, FileError> DiskFiles::find(const std::string& from,
                                                      const std::string& path) {
  if (is_no_path(path)) return FileError::NotFound;
  if (path.starts_with('/')) return FileError::OutsideRoot;
  if (!platform::is_portable(path)) return FileError::NotFound;
  settle_root({});
  Target target = resolved(above(from), path, root_);
  if (const auto* error = std::get_if<FileError>(&target)) return *error;
  const std::string& canonical = std::get<std::string>(target);
  const auto known = shown_.find(from);
  const std::string& shown_from = known == shown_.end() ? std::string() : known->second;
  return FileLocation{canonical, shown_path_of(shown_from, path, canonical), root_};
}

FileResult DiskFiles::read_relative(const std::string& from, const std::string& path) {
  std::variant<FileLocation, FileError> found = find(from, path);
  if (const auto* error = std::get_if<FileError>(&found)) return *error;
  FileLocation& location = std::get<FileLocation>(found);
  FileContents contents;
  if (const auto failure = read_file(location.identity, platform::Links::Refuse, contents.text)) {
    return *failure;
  }
  // Where the system itself follows links, only now is it known where they lead.
  if (!is_at_or_below(location.identity, root_)) return FileError::OutsideRoot;
  contents.identity = std::move(location.identity);
  contents.shown_path = std::move(location.shown_path);
  shown_.emplace(contents.identity, contents.shown_path);
  return contents;
}

std::optional<FileLocation> DiskFiles::locate(const std::string& from, const std::string& path) {
  std::variant<FileLocation, FileError> found = find(from, path);
  if (auto* location = std::get_if<FileLocation>(&found)) return std::move(*location);
  return std::nullopt;
}

}  // namespace rigy

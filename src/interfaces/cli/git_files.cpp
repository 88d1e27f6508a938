#include "cli/git_files.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "cli/git_program.hpp"
#include "cli/path_below.hpp"
#include "common/limits.hpp"
#include "io/paths.hpp"
#include "platform/child_process.hpp"
#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;
using platform::ChildResult;
using platform::to_path;
using platform::to_text;

constexpr int max_links = 40;
constexpr std::string_view link_mode = "120000";

// The folder of a file, or the nearest one above it that still exists.
fs::path existing_folder(const fs::path& file) {
  std::error_code error;
  fs::path folder = fs::absolute(file, error).lexically_normal().parent_path();
  while (!fs::is_directory(folder, error) && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return fs::canonical(folder, error);
}

// As DiskFiles chooses it: --root, else the working directory, else the folder of the file.
std::string root_in(const fs::path& top, const fs::path& folder, const std::string& root) {
  std::error_code error;
  const fs::path wanted =
      fs::canonical(root.empty() ? fs::current_path(error) : to_path(root), error);
  if (path_below(top, wanted)) return {};  // a folder above the repository has all of it
  const std::optional<std::string> inside = path_below(wanted, top);
  if (inside && (!root.empty() || path_below(folder, wanted))) return *inside;
  return path_below(folder, top).value_or(std::string());
}

bool is_below(std::string_view path, std::string_view root) {
  if (root.empty()) return true;
  return path.starts_with(root) && path.substr(root.size()).starts_with('/');
}

bool is_no_path(const std::string& path) {
  return path.empty() || path.find('\0') != std::string::npos;
}

}  // namespace

GitPlace git_place_of(const std::string& file, const std::string& root) {
  const fs::path folder = existing_folder(to_path(file));
  const ChildResult found = run_git(to_text(folder), {"rev-parse", "--show-toplevel"}, true);
  if (found.exit_status != 0) {
    throw FileTroubleError(fmt::format("'{}' is not in the work tree of a git repository (git: {})",
                                       file, first_line(found.printed)));
  }
  std::error_code error;
  const fs::path top = fs::canonical(to_path(first_line(found.printed)), error);
  // What no longer exists keeps its name; links in what does exist are followed.
  const fs::path absolute = fs::absolute(to_path(file), error).lexically_normal();
  fs::path shown = absolute.parent_path();
  fs::path rest = absolute.filename();
  while (!fs::is_directory(shown, error) && shown.has_relative_path()) {
    rest = shown.filename() / rest;
    shown = shown.parent_path();
  }
  const std::optional<std::string> path = path_below(folder / rest, top);
  if (!path) {
    throw FileTroubleError(fmt::format("'{}' is not in the work tree '{}'", file, to_text(top)));
  }
  return {to_text(top), *path, root_in(top, (folder / rest).parent_path(), root)};
}

std::string git_tree_of(const GitPlace& place, const std::string& revision) {
  const ChildResult found = run_git(
      place.top, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{tree}"},
      false);
  const std::string tree = first_line(found.printed);
  if (found.exit_status == 0 && !tree.empty()) return tree;
  throw UsageError(
      fmt::format("--git: '{}' is not a revision of the repository '{}'", revision, place.top));
}

// One line: "100644 blob OBJECT    SIZE\tPATH".
GitFiles::Entry GitFiles::entry_at(const std::string& path) const {
  const ChildResult listed =
      run_git(place_.top, {"ls-tree", "-l", "-z", "--full-tree", tree_, "--", path}, false);
  const std::string line = listed.printed.substr(0, listed.printed.find('\t'));
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(' ', at)) != std::string::npos;) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  if (listed.exit_status != 0 || words.size() != 4) return {};
  return {words[0], words[2], words[3]};
}

FileResult GitFiles::contents_of(const Entry& entry) const {
  std::size_t size = 0;
  const char* const end = entry.size.data() + entry.size.size();
  if (std::from_chars(entry.size.data(), end, size).ptr != end) return FileError::NotRegular;
  if (size > max_file_size) return FileError::TooLarge;
  ChildResult shown = run_git(place_.top, {"cat-file", "blob", entry.object}, false);
  if (shown.exit_status != 0 || shown.printed.size() != size) return FileError::Unreadable;
  return FileContents{std::move(shown.printed), {}, {}};
}

// Where the first link on the way to `path` leads, with the rest of the path; empty if there is no
// link.
std::string GitFiles::target_of_link(const std::string& path) const {
  for (std::size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    const Entry entry = entry_at(part);
    if (entry.mode.empty()) return {};
    if (entry.mode == link_mode) {
      const FileResult link = contents_of(entry);
      const auto* target = std::get_if<FileContents>(&link);
      if (target == nullptr) return {};
      const std::string rest = slash == std::string::npos ? std::string() : path.substr(slash);
      return resolve_path(folder_of(part), target->text + rest).value_or(std::string());
    }
    if (slash == std::string::npos) return {};
  }
}

FileResult GitFiles::read_path(std::string path) const {
  for (int links = 0; links < max_links; ++links) {
    const Entry entry = entry_at(path);
    if (!entry.mode.empty() && entry.mode != link_mode) {
      if (!is_below(path, place_.root)) return FileError::OutsideRoot;
      FileResult result = contents_of(entry);
      if (auto* contents = std::get_if<FileContents>(&result)) {
        contents->shown_path = fmt::format("{}:{}", revision_, path);
        contents->identity = std::move(path);
      }
      return result;
    }
    std::string target = target_of_link(path);
    if (target.empty()) {
      return entry.mode.empty() ? FileError::NotFound : FileError::OutsideRoot;
    }
    path = std::move(target);
  }
  return FileError::Unreadable;
}

FileResult GitFiles::read_entry(const std::string& /*path*/) { return read_path(place_.path); }

FileResult GitFiles::read_relative(const std::string& from, const std::string& path) {
  if (is_no_path(path)) return FileError::NotFound;
  std::optional<std::string> resolved = resolve_path(folder_of(from), path);
  if (!resolved || !is_below(*resolved, place_.root)) return FileError::OutsideRoot;
  return read_path(std::move(*resolved));
}

}  // namespace rigy::interfaces::cli

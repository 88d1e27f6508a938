#include "lsp/disk_workspace.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "common/cancellation.hpp"
#include "platform/files.hpp"
#include "questions/uri.hpp"

namespace rigy::interfaces {
namespace {

namespace fs = std::filesystem;

std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(platform::to_path(path), error);
  return error ? path : platform::to_text(whole);
}

bool is_below(const fs::path& folder, const fs::path& path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

// Files of the disk, with other texts for some of them. A document may read files of every folder
// of the editor.
class EditedFiles final : public FileReader {
 public:
  // The first root is that of the document.
  EditedFiles(const std::vector<std::string>& roots, std::map<std::string, std::string> texts)
      : texts_(std::move(texts)) {
    for (const std::string& root : roots) disks_.emplace_back(root);
  }

  FileResult read_entry(const std::string& path) override {
    FileResult read = disks_.front().read_entry(path);
    const auto edited = texts_.find(canonical(path));
    if (edited == texts_.end()) return read;
    if (auto* contents = std::get_if<FileContents>(&read)) {
      contents->text = edited->second;
      return read;
    }
    return FileContents{edited->second, edited->first, path};
  }

  FileResult read_relative(const std::string& from, const std::string& path) override {
    const std::optional<FileLocation> location = locate(from, path);
    if (location) {
      const auto edited = texts_.find(location->identity);
      if (edited != texts_.end()) {
        return FileContents{edited->second, location->identity, location->shown_path};
      }
    }
    FileResult read = disks_.front().read_relative(from, path);
    for (std::size_t i = 1; i < disks_.size() && is_outside(read); ++i) {
      FileResult other = disks_[i].read_relative(from, path);
      if (!is_outside(other)) read = std::move(other);
    }
    return read;
  }

  std::optional<FileLocation> locate(const std::string& from, const std::string& path) override {
    for (DiskFiles& disk : disks_) {
      if (std::optional<FileLocation> found = disk.locate(from, path)) return found;
    }
    return std::nullopt;
  }

 private:
  static bool is_outside(const FileResult& result) {
    const auto* const error = std::get_if<FileError>(&result);
    return error != nullptr && *error == FileError::OutsideRoot;
  }

  std::vector<DiskFiles> disks_;
  std::map<std::string, std::string> texts_;  // by identity
};

struct SearchLimits {
  std::size_t paths = 0;
  int depth = 0;
};

SearchLimits limits_of(SearchScope scope) {
  return scope == SearchScope::All ? SearchLimits{100'000, 64} : SearchLimits{500, 4};
}

struct FoundPaths {
  std::vector<fs::path> paths;
  std::string left_out;  // as in FoundDocuments
};

// Paths below a folder; not below hidden folders, and not too many.
template <class IsWanted>
FoundPaths paths_below(const fs::path& folder, const SearchLimits& limits,
                       const IsWanted& is_wanted) {
  FoundPaths found;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  const fs::recursive_directory_iterator end;
  while (!error && at != end && found.paths.size() < limits.paths) {
    stop_if_canceled();
    const std::string name = platform::to_text(at->path().filename());
    std::error_code unknown;
    if (name.starts_with('.') || name == "node_modules") {
      at.disable_recursion_pending();
    } else if (at.depth() >= limits.depth) {
      if (is_wanted(name) || at->is_directory(unknown)) {
        found.left_out = fmt::format("'{}' is more than {} folders deep",
                                     platform::to_text(at->path()), limits.depth);
      }
      at.disable_recursion_pending();
    } else if (is_wanted(name)) {
      found.paths.push_back(at->path());
    }
    at.increment(error);
    if (error) found.left_out = fmt::format("'{}' cannot be read", platform::to_text(folder));
  }
  if (!error && at != end) {
    found.left_out =
        fmt::format("'{}' has more than {} documents", platform::to_text(folder), limits.paths);
  }
  std::sort(found.paths.begin(), found.paths.end());
  return found;
}

}  // namespace

void DiskWorkspace::change_roots(const std::vector<std::string>& added,
                                 const std::vector<std::string>& removed) {
  const std::lock_guard lock(mutex_);
  for (const std::string& root : removed) std::erase(roots_, canonical(root));
  for (const std::string& root : added) roots_.push_back(canonical(root));
}

void DiskWorkspace::set_site(std::string address) {
  const std::lock_guard lock(mutex_);
  site_ = std::move(address);
}

std::string DiskWorkspace::site() const {
  const std::lock_guard lock(mutex_);
  return site_;
}

void DiskWorkspace::open(std::string uri, std::string text, std::int64_t version) {
  auto edited = std::make_shared<const EditedText>(uri, std::move(text), version);
  const std::lock_guard lock(mutex_);
  texts_[std::move(uri)] = std::move(edited);
}

void DiskWorkspace::close(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  texts_.erase(uri);
  analyses_.erase(uri);
}

SharedText DiskWorkspace::find(const std::string& uri) const {
  const std::lock_guard lock(mutex_);
  const auto found = texts_.find(uri);
  return found == texts_.end() ? nullptr : found->second;
}

std::vector<SharedText> DiskWorkspace::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<SharedText> texts;
  for (const auto& [uri, text] : texts_) texts.push_back(text);
  return texts;
}

std::shared_ptr<const AnalyzedText> DiskWorkspace::analysis_of(const std::string& uri) const {
  const std::lock_guard lock(mutex_);
  const auto found = analyses_.find(uri);
  return found == analyses_.end() ? nullptr : found->second;
}

void DiskWorkspace::keep(std::shared_ptr<const AnalyzedText> analyzed) {
  const std::lock_guard lock(mutex_);
  const std::string& uri = analyzed->text->uri;
  if (texts_.contains(uri)) analyses_[uri] = std::move(analyzed);
}

std::vector<std::string> DiskWorkspace::users_of(const std::string& path) const {
  const std::string wanted = canonical(path);
  const std::lock_guard lock(mutex_);
  std::vector<std::string> uris;
  for (const auto& [uri, analyzed] : analyses_) {
    const bool uses =
        std::any_of(analyzed->analysis.files.begin(), analyzed->analysis.files.end(),
                    [&wanted](const std::string& file) { return canonical(file) == wanted; });
    if (uses) uris.push_back(uri);
  }
  return uris;
}

std::string DiskWorkspace::root_of(const std::string& path) const {
  for (const std::string& root : roots_) {
    if (is_below(platform::to_path(root), platform::to_path(path))) return root;
  }
  return {};
}

std::shared_ptr<FileReader> DiskWorkspace::files_for(const EditedText& text) const {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::string> texts;
  for (const auto& [uri, other] : texts_) {
    const std::string path = path_of_uri(uri);
    if (!path.empty()) texts.emplace(canonical(path), other->document.text());
  }
  if (path_of_uri(text.uri).empty()) {
    return std::make_shared<MemoryFiles>(
        std::map<std::string, std::string>{{text.uri, std::string(text.document.text())}});
  }
  std::vector<std::string> roots = {root_of(canonical(text.document.path))};
  if (!roots.front().empty()) roots.insert(roots.end(), roots_.begin(), roots_.end());
  return std::make_shared<EditedFiles>(roots, std::move(texts));
}

KnownTexts DiskWorkspace::known_texts() const {
  std::map<std::string, SharedText> texts;
  for (const SharedText& text : all()) {
    const std::string path = path_of_uri(text->uri);
    texts.emplace(path.empty() ? text->uri : canonical(path), text);
  }
  return [texts = std::move(texts)](const std::string& identity) -> const AuthoredText* {
    const auto found = texts.find(identity);
    return found == texts.end() ? nullptr : &found->second->document.authored;
  };
}

FoundDocuments DiskWorkspace::documents_near(const EditedText& text, SearchScope scope) const {
  if (path_of_uri(text.uri).empty()) return {};
  std::set<fs::path> folders;
  {
    const std::lock_guard lock(mutex_);
    if (!root_of(canonical(text.document.path)).empty()) {
      for (const std::string& root : roots_) folders.insert(platform::to_path(root));
    }
  }
  if (folders.empty()) folders.insert(platform::to_path(text.document.path).parent_path());
  std::set<std::string> documents;
  std::string left_out;
  for (const fs::path& folder : folders) {
    const FoundPaths found = paths_below(folder, limits_of(scope), is_document_name);
    for (const fs::path& path : found.paths) documents.insert(platform::to_text(path));
    if (left_out.empty()) left_out = found.left_out;
  }
  return {{documents.begin(), documents.end()}, std::move(left_out)};
}

std::vector<std::string> DiskWorkspace::paths_for(const EditedText& text, FileKind kind) const {
  const fs::path folder = platform::to_path(text.document.path).parent_path();
  std::vector<std::string> names;
  const auto is_wanted = [kind](const std::string& name) { return is_name_of_kind(name, kind); };
  for (const fs::path& path : paths_below(folder, limits_of(SearchScope::Near), is_wanted).paths) {
    names.push_back(platform::to_text(path.lexically_relative(folder).generic_string()));
  }
  return names;
}

std::string DiskWorkspace::uri_of(std::string_view identity) const {
  std::error_code error;
  const fs::path whole = fs::absolute(platform::to_path(std::string(identity)), error);
  return uri_of_path(error ? identity : platform::to_text(whole));
}

std::string DiskWorkspace::uri_beside(const EditedText& text, const std::string& path) const {
  const fs::path folder = platform::to_path(text.document.path).parent_path();
  return uri_of_path(platform::to_text((folder / platform::to_path(path)).lexically_normal()));
}

}  // namespace rigy::interfaces

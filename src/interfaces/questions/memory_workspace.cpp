#include "questions/memory_workspace.hpp"

#include <algorithm>

#include "io/paths.hpp"

namespace rigy::interfaces {

SharedText MemoryWorkspace::find(const std::string& uri) const {
  const auto found = texts_.find(uri);
  if (found == texts_.end()) return nullptr;
  SharedText& text = opened_[uri];
  if (text == nullptr) text = std::make_shared<const EditedText>(uri, found->second, 0);
  return text;
}

std::shared_ptr<const AnalyzedText> MemoryWorkspace::analysis_of(const std::string& uri) const {
  auto analyzed = std::make_shared<AnalyzedText>();
  analyzed->text = find(uri);
  if (analyzed->text == nullptr) return nullptr;
  analyzed->analysis = analyze_text(*analyzed->text, *files_for(*analyzed->text));
  return analyzed;
}

std::shared_ptr<FileReader> MemoryWorkspace::files_for(const EditedText& /*text*/) const {
  return std::make_shared<MemoryFiles>(texts_);
}

FoundDocuments MemoryWorkspace::documents_near(const EditedText& /*text*/,
                                               SearchScope /*scope*/) const {
  FoundDocuments documents;
  for (const auto& [path, text] : texts_) {
    if (is_document_name(path)) documents.paths.push_back(path);
  }
  return documents;
}

std::vector<std::string> MemoryWorkspace::paths_for(const EditedText& text, FileKind kind) const {
  std::vector<std::string> paths;
  for (const auto& [path, contents] : texts_) {
    if (is_name_of_kind(path, kind)) paths.push_back(relative_path(text.uri, path));
  }
  return paths;
}

std::string MemoryWorkspace::uri_of(std::string_view identity) const {
  return std::string(identity);
}

std::string MemoryWorkspace::uri_beside(const EditedText& text, const std::string& path) const {
  return resolve_path(folder_of(text.uri), path).value_or(path);
}

std::string relative_path(std::string_view from, std::string_view path) {
  std::string_view folder = folder_of(from);
  // Folders that both are in.
  while (!folder.empty()) {
    const std::size_t slash = std::min(folder.find('/'), folder.size());
    if (path.size() <= slash || path[slash] != '/' || !path.starts_with(folder.substr(0, slash))) {
      break;
    }
    path.remove_prefix(slash + 1);
    folder.remove_prefix(std::min(slash + 1, folder.size()));
  }
  std::string relative;
  while (!folder.empty()) {
    relative += "../";
    folder.remove_prefix(std::min(std::min(folder.find('/'), folder.size()) + 1, folder.size()));
  }
  return relative.append(path);
}

}  // namespace rigy::interfaces

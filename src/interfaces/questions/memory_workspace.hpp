// Texts in memory. Their URIs are their paths, separated by '/' and relative.
#pragma once

#include <map>
#include <string>

#include "questions/workspace.hpp"

namespace rigy::interfaces {

class MemoryWorkspace final : public Workspace {
 public:
  explicit MemoryWorkspace(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  // Null if there is no such text.
  [[nodiscard]] SharedText find(const std::string& uri) const;

  [[nodiscard]] std::shared_ptr<const AnalyzedText> analysis_of(
      const std::string& uri) const override;
  [[nodiscard]] std::shared_ptr<FileReader> files_for(const EditedText& text) const override;
  [[nodiscard]] FoundDocuments documents_near(const EditedText& text,
                                              SearchScope scope) const override;
  [[nodiscard]] std::vector<std::string> paths_for(const EditedText& text,
                                                   FileKind kind) const override;
  [[nodiscard]] std::string uri_of(std::string_view identity) const override;
  [[nodiscard]] std::string uri_beside(const EditedText& text,
                                       const std::string& path) const override;

 private:
  std::map<std::string, std::string> texts_;
  mutable std::map<std::string, SharedText> opened_;
};

// `path` as a text at `from` names it.
[[nodiscard]] std::string relative_path(std::string_view from, std::string_view path);

}  // namespace rigy::interfaces

// The documents that an editor has open, over the files of the disk, and what is known about each.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "questions/workspace.hpp"

namespace rigy::interfaces {

// Several threads use it.
class DiskWorkspace final : public Workspace {
 public:
  // Folders that the editor has open.
  void change_roots(const std::vector<std::string>& added, const std::vector<std::string>& removed);
  void set_site(std::string address);
  void open(std::string uri, std::string text, std::int64_t version);
  void close(const std::string& uri);

  [[nodiscard]] SharedText find(const std::string& uri) const;
  [[nodiscard]] std::vector<SharedText> all() const;
  void keep(std::shared_ptr<const AnalyzedText> analyzed);
  // The documents whose last analysis read that file.
  [[nodiscard]] std::vector<std::string> users_of(const std::string& path) const;

  // The last one that was kept.
  [[nodiscard]] std::shared_ptr<const AnalyzedText> analysis_of(
      const std::string& uri) const override;
  [[nodiscard]] std::shared_ptr<FileReader> files_for(const EditedText& text) const override;
  [[nodiscard]] KnownTexts known_texts() const override;
  [[nodiscard]] std::string site() const override;
  // Those below the roots, or below the folder of a text that is in none.
  [[nodiscard]] FoundDocuments documents_near(const EditedText& text,
                                              SearchScope scope) const override;
  [[nodiscard]] std::vector<std::string> paths_for(const EditedText& text,
                                                   FileKind kind) const override;
  [[nodiscard]] std::string uri_of(std::string_view identity) const override;
  [[nodiscard]] std::string uri_beside(const EditedText& text,
                                       const std::string& path) const override;

 private:
  [[nodiscard]] std::string root_of(const std::string& path) const;

  mutable std::mutex mutex_;
  std::vector<std::string> roots_;
  std::string site_;
  std::map<std::string, SharedText> texts_;  // by URI
  std::map<std::string, std::shared_ptr<const AnalyzedText>> analyses_;
};

}  // namespace rigy::interfaces

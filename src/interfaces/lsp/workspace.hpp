// The documents that an editor has open, and what is known about each.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "editor/known_ids.hpp"
#include "editor/open_document.hpp"
#include "lsp/text_positions.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces {

// A text as an editor has it. It never changes: an edit makes another.
struct EditedText {
  EditedText(std::string its_uri, std::string text, std::int64_t its_version);

  std::string uri;
  std::int64_t version = 0;
  OpenDocument document;    // its path is that of the file; of an unsaved one, the URI
  TextPositions positions;  // in the document's text
};
using SharedText = std::shared_ptr<const EditedText>;

// What an analysis found, and of which text.
struct AnalyzedText {
  SharedText text;
  Analysis analysis;
  std::vector<Diagnostic> lint;
};

// Several threads use it.
class Workspace {
 public:
  void set_roots(const std::vector<std::string>& roots);
  void open(std::string uri, std::string text, std::int64_t version);
  void close(const std::string& uri);

  [[nodiscard]] SharedText find(const std::string& uri) const;
  [[nodiscard]] std::vector<SharedText> all() const;
  // The last analysis of a document, perhaps of an earlier text.
  [[nodiscard]] std::shared_ptr<const AnalyzedText> analysis_of(const std::string& uri) const;
  void keep(std::shared_ptr<const AnalyzedText> analyzed);
  // The documents whose last analysis read that file.
  [[nodiscard]] std::vector<std::string> users_of(const std::string& path) const;

  // Reads the files of the disk, but texts of the editor in place of theirs.
  [[nodiscard]] std::shared_ptr<FileReader> files_for(const EditedText& text) const;
  // The paths of assets and scenes below the root of the text, or below its folder.
  [[nodiscard]] std::vector<std::string> documents_near(const EditedText& text) const;
  // Valid as long as the text.
  [[nodiscard]] Surroundings surroundings_of(const EditedText& text) const;

 private:
  [[nodiscard]] std::string root_of(const std::string& path) const;

  mutable std::mutex mutex_;
  std::vector<std::string> roots_;
  std::map<std::string, SharedText> texts_;  // by URI
  std::map<std::string, std::shared_ptr<const AnalyzedText>> analyses_;
};

}  // namespace rigy::interfaces

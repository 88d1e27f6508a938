// The documents that questions are about, wherever they are kept: on a disk with an editor's texts
// over it, or in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "editor/known_ids.hpp"
#include "editor/open_document.hpp"
#include "questions/text_positions.hpp"
#include "rigy/analyze.hpp"
#include "symbol_index/symbol_index.hpp"

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

// As check() does, but with the assembly also if there are errors. `shared` may be null.
[[nodiscard]] Analysis analyze_text(const EditedText& text, FileReader& files,
                                    std::shared_ptr<SharedAssets> shared = nullptr);

// How far documents are looked for that name another: what is asked at every move of the cursor
// must be quick, and what changes documents must find them all, or change none.
enum class SearchScope : std::uint8_t { Near, All };

struct FoundDocuments {
  std::vector<std::string> paths;
  std::string left_out;  // why there may be more; empty: these are all
};

class Workspace {
 public:
  virtual ~Workspace() = default;

  // An analysis of a document, perhaps of an earlier text; null if there is none.
  [[nodiscard]] virtual std::shared_ptr<const AnalyzedText> analysis_of(
      const std::string& uri) const = 0;
  // Reads the files around a text, with texts that are being edited in place of theirs.
  [[nodiscard]] virtual std::shared_ptr<FileReader> files_for(const EditedText& text) const = 0;
  // What has been read of files that are being edited; empty: nothing.
  [[nodiscard]] virtual KnownTexts known_texts() const { return {}; }
  // The address of the site with the documentation, with a slash at the end; empty: there is none.
  [[nodiscard]] virtual std::string site() const { return {}; }
  // The documents that may name the text.
  [[nodiscard]] virtual FoundDocuments documents_near(const EditedText& text,
                                                      SearchScope scope) const = 0;
  // Paths of files that a field of that kind may name, relative to the text.
  [[nodiscard]] virtual std::vector<std::string> paths_for(const EditedText& text,
                                                           FileKind kind) const = 0;
  // The URI of a file by its identity, and of one that the text names.
  [[nodiscard]] virtual std::string uri_of(std::string_view identity) const = 0;
  [[nodiscard]] virtual std::string uri_beside(const EditedText& text,
                                               const std::string& path) const = 0;

  // Valid as long as the text.
  [[nodiscard]] Surroundings surroundings_of(const EditedText& text) const;
};

// What the analysis of the text finds: the last one if the text has not changed since, else a new
// one, without lint.
[[nodiscard]] std::shared_ptr<const AnalyzedText> current_analysis(const Workspace& workspace,
                                                                   const EditedText& text);

// Whether a file of that name is one that documents are written in, or may be named by a field.
[[nodiscard]] bool is_document_name(std::string_view name);
[[nodiscard]] bool is_name_of_kind(std::string_view name, FileKind kind);

}  // namespace rigy::interfaces

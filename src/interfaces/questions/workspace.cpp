#include "questions/workspace.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "analyze/analyzed_assembly.hpp"
#include "common/unreachable.hpp"
#include "questions/uri.hpp"
#include "rigy/compile.hpp"

namespace rigy::interfaces {
namespace {

std::string path_or_uri(const std::string& uri) {
  std::string path = path_of_uri(uri);
  return path.empty() ? uri : path;
}

// The files that a document names, each read once.
class NamedFiles {
 public:
  const OpenDocument* find(const Workspace& workspace, const EditedText& text,
                           const std::string& path) {
    const auto known = read_.find(path);
    if (known != read_.end()) return &known->second;
    if (files_ == nullptr) {
      files_ = workspace.files_for(text);
      const FileResult entry = files_->read_entry(text.document.path);
      if (const auto* contents = std::get_if<FileContents>(&entry)) entry_ = contents->identity;
    }
    FileResult result = files_->read_relative(entry_, path);
    auto* contents = std::get_if<FileContents>(&result);
    if (contents == nullptr) return nullptr;
    return &read_.emplace(path, open_document(path, std::move(contents->text))).first->second;
  }

 private:
  std::shared_ptr<FileReader> files_;
  std::string entry_;  // its identity
  std::map<std::string, OpenDocument> read_;
};

bool is_asset(std::string_view name) {
  return name.ends_with(".rigy.yaml") || name.ends_with(".rigy.yml");
}

// Whether the files are still as they were when they were analyzed. Of weight files no text is
// kept.
bool reads_the_same(const Analysis& analysis, FileReader& files) {
  if (analysis.assembly == nullptr) return false;
  const std::vector<SourceUse>& sources = analysis.assembly->assembly.sources;
  return std::all_of(sources.begin(), sources.end(), [&files](const SourceUse& use) {
    if (use.source->text.empty()) return true;
    const FileResult read = files.read_entry(use.source->identity);
    const auto* contents = std::get_if<FileContents>(&read);
    return contents != nullptr && contents->text == use.source->text;
  });
}

}  // namespace

EditedText::EditedText(std::string its_uri, std::string text, std::int64_t its_version)
    : uri(std::move(its_uri)),
      version(its_version),
      document(open_document(path_or_uri(uri), std::move(text))),
      positions(document.text()) {}

Analysis analyze_text(const EditedText& text, FileReader& files,
                      std::shared_ptr<SharedAssets> shared) {
  AnalyzeOptions options;
  options.shared = std::move(shared);
  const Analysis analysis = analyze(text.document.path, files, options);
  Analysis checked = check(analysis);
  if (checked.assembly == nullptr) checked.assembly = analysis.assembly;
  return checked;
}

Surroundings Workspace::surroundings_of(const EditedText& text) const {
  Surroundings around;
  around.file = [this, &text, named = std::make_shared<NamedFiles>()](const std::string& path) {
    return named->find(*this, text, path);
  };
  around.paths = [this, &text](FileKind kind) { return paths_for(text, kind); };
  return around;
}

std::shared_ptr<const AnalyzedText> current_analysis(const Workspace& workspace,
                                                     const EditedText& text) {
  std::shared_ptr<const AnalyzedText> known = workspace.analysis_of(text.uri);
  const bool is_of_text = known != nullptr && known->text.get() == &text;
  if (is_of_text && reads_the_same(known->analysis, *workspace.files_for(text))) return known;
  auto analyzed = std::make_shared<AnalyzedText>();
  analyzed->analysis = analyze_text(text, *workspace.files_for(text));
  return analyzed;
}

bool is_document_name(std::string_view name) {
  return is_asset(name) || name.ends_with(".rigs.yaml") || name.ends_with(".rigm.yaml");
}

bool is_name_of_kind(std::string_view name, FileKind kind) {
  switch (kind) {
    case FileKind::Asset:
      return is_asset(name);
    case FileKind::Contract:
      return name.ends_with(".ricy.yaml");
    case FileKind::Weights:
      return name.ends_with(".json");
    case FileKind::None:
      return false;
  }
  unreachable();
}

}  // namespace rigy::interfaces

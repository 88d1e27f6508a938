// What editors ask about a text, at places all over it: answers lie in the text, edits apply, and a
// document that was right stays right.
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "edit/rename.hpp"
#include "editor/actions.hpp"
#include "editor/colors.hpp"
#include "editor/completion.hpp"
#include "editor/hover.hpp"
#include "editor/inlay_hints.hpp"
#include "editor/structure.hpp"
#include "fuzz/file_set.hpp"
#include "fuzz/targets.hpp"
#include "rigy/fix.hpp"
#include "tests/every_floor.hpp"
#include "text/utf8.hpp"

namespace rigy::fuzz {
namespace {

// Places that are tried, spread over the text.
constexpr std::size_t max_tried = 48;

const std::string& name() {
  static const std::string text = "input.rigy.yaml";
  return text;
}

class EditorCheck {
 public:
  explicit EditorCheck(std::string_view input)
      : text_(input),
        files_(std::map<std::string, std::string>{{name(), text_}}),
        document_(open_document(name(), text_)),
        analysis_(analyze(name(), files_)),
        index_(index_symbols(analysis_, files_)) {}

  [[nodiscard]] std::string run();

 private:
  [[nodiscard]] bool is_inside(ByteRange range) const {
    return range.begin <= range.end && range.end <= text_.size();
  }
  [[nodiscard]] std::string check_whole();
  [[nodiscard]] std::string check_at(std::size_t offset);
  [[nodiscard]] std::string check_actions(std::size_t offset);
  [[nodiscard]] std::string check_rename(std::size_t offset);
  [[nodiscard]] std::string check_edits(std::string_view what, const TextEdits& edits);

  std::string text_;
  MemoryFiles files_;
  OpenDocument document_;
  Analysis analysis_;
  SymbolIndex index_;
};

std::string EditorCheck::check_edits(std::string_view what, const TextEdits& edits) {
  const std::optional<std::string> after = apply_edits(text_, edits);
  if (!after) return fmt::format("{}: the edits do not apply", what);
  if (!is_valid_utf8(*after)) return fmt::format("{}: a character is cut", what);
  if (!analysis_.ok()) return {};
  MemoryFiles files(std::map<std::string, std::string>{{name(), *after}});
  if (analyze(name(), files).ok()) return {};
  return fmt::format("{}: the document has errors then:\n{}", what, *after);
}

std::string EditorCheck::check_actions(std::size_t offset) {
  for (const EditorAction& action : refactorings_at(document_, &analysis_, offset)) {
    std::string problem = check_edits(action.title, action.edits);
    if (!problem.empty()) return problem;
  }
  return {};
}

std::string EditorCheck::check_rename(std::size_t offset) {
  if (index_.files.empty()) return {};
  const Renaming renaming = rename_symbol(index_, 0, offset, "another_name");
  if (!renaming.faults.empty()) return {};
  for (const FileEdits& file : renaming.edits) {
    std::string problem = check_edits("rename", file.edits);
    if (!problem.empty()) return problem;
  }
  return {};
}

std::string EditorCheck::check_at(std::size_t offset) {
  if (!is_inside(complete_at(document_, {}, offset).replaced)) return "completion outside the text";
  const std::optional<Hover> hover = hover_at(document_, analysis_.assembly.get(), offset);
  if (hover && !is_inside(hover->range)) return "hover outside the text";
  for (const ByteRange range : selections_at(document_, offset)) {
    if (!is_inside(range)) return "selection outside the text";
  }
  std::string problem = check_rename(offset);
  return problem.empty() ? check_actions(offset) : problem;
}

std::string EditorCheck::check_whole() {
  static_cast<void>(outline_of(document_));
  static_cast<void>(folds_of(document_));
  for (const FileLink& link : links_of(document_)) {
    if (!is_inside(link.range)) return "link outside the text";
  }
  for (const DocumentColor& color : colors_of(document_)) {
    if (!is_inside(color.range)) return "color outside the text";
  }
  for (const InlayHint& hint : inlay_hints(document_, *analysis_.assembly)) {
    if (hint.offset > text_.size()) return "hint outside the text";
  }
  for (const auto& fixes : find_fixes(analysis_, files_, analysis_.report)) {
    for (const Fix& fix : fixes) {
      TextEdits edits;
      for (const FixEdit& one : fix.edits) edits.push_back(one.edit);
      if (!apply_edits(text_, edits)) return fix.title + ": the edits do not apply";
    }
  }
  return {};
}

std::string EditorCheck::run() {
  if (analysis_.assembly == nullptr) return {};
  if (std::string problem = check_whole(); !problem.empty()) return problem;
  for (std::size_t offset = 0; offset <= text_.size(); offset += 1 + text_.size() / max_tried) {
    std::string problem = check_at(offset);
    if (!problem.empty()) return fmt::format("at byte {}: {}", offset, problem);
  }
  return {};
}

}  // namespace

std::string run_editor(std::string_view input) {
  if (!is_valid_utf8(input)) return {};
  FileSet set;
  set.entry = name();
  set.files[name()] = input;
  if (may_be_enormous(set)) return {};
  return EditorCheck(input).run();
}

}  // namespace rigy::fuzz

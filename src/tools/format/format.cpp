// One style for documents: what a text says and its comments stay.
#include "rigy/format.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "common/guarded.hpp"
#include "diagnostics/diagnostics.hpp"
#include "format/layout.hpp"
#include "format/order.hpp"
#include "format/same_meaning.hpp"
#include "format/write.hpp"
#include "load/file_lookup.hpp"
#include "syntax/parse.hpp"
#include "syntax/simple_text.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

// Nothing if the text is not YAML that the language allows; what is wrong with it is reported.
std::optional<Tree> tree_of(Source& source, Diagnostics& diagnostics) {
  ParseOptions options;
  options.nesting = max_scene_nesting;
  std::size_t nodes_left = max_nodes;
  std::optional<Tree> tree = parse_yaml(source, 0, diagnostics, options, nodes_left);
  if (diagnostics.has_errors()) tree.reset();
  return tree;
}

// The formatter is allowed to be wrong, but not to damage a document. Values are compared as they
// are read again; then every comment that was written is one, since it ends its line and is in no
// value.
bool is_harmless(std::string_view text, const ConcreteSyntax& syntax,
                 const WrittenLayout& written) {
  Source again{.name = {}, .identity = {}, .text = written.text};
  Diagnostics unused;
  const std::optional<Tree> tree = tree_of(again, unused);
  return tree && have_same_meaning(*syntax.tree, *tree) &&
         are_same_comments(text, syntax, written.comments);
}

// Whether "# rigy-fmt: off" stands above the first key.
bool is_off(std::string_view text, const ConcreteSyntax& syntax) {
  for (const Piece& piece : syntax.pieces) {
    if (piece.kind == PieceKind::Token) return false;
    const std::string_view comment = text.substr(piece.begin, piece.size);
    if (piece.kind == PieceKind::Comment && comment.find("rigy-fmt: off") != comment.npos) {
      return true;
    }
  }
  return false;
}

// The text in the one style; as it is if there is no way to write it so.
std::string formatted(const std::string& text, const ConcreteSyntax& syntax) {
  if (is_off(text, syntax)) return text;
  std::optional<Layout> layout = read_layout(text, syntax);
  if (!layout) return text;
  // A weight file must be JSON: one that is not stays wrong.
  if (!layout->is_json && is_weight_file(*syntax.tree, layout->root)) return text;
  order_fields(*syntax.tree, text, syntax, *layout);
  WrittenLayout written = write_layout(*layout);
  layout.reset();
  if (written.text == text || !is_harmless(text, syntax, written)) return text;
  return std::move(written.text);
}

FormatResult format_source(FileContents contents, const FormatOptions& options) {
  FormatResult result;
  auto source = std::make_shared<Source>();
  source->name = std::move(contents.shown_path);
  source->identity = std::move(contents.identity);
  source->text = std::move(contents.text);
  source->quotable = true;
  result.files = {source->name};
  Diagnostics diagnostics(options.analysis);
  const ConcreteSyntax syntax = read_concrete_syntax(source->text);
  const bool is_right = syntax.is_right && is_simple_text(source->text);
  // Only the usual reader says what is wrong.
  if (is_right || tree_of(*source, diagnostics)) {
    result.text = formatted(source->text, syntax);
    result.is_changed = result.text != source->text;
  }
  result.report = diagnostics.report({{source}});
  return result;
}

FormatResult unreadable(const std::string& entry, FileError error, const FormatOptions& options) {
  FormatResult result;
  auto source = std::make_shared<Source>();
  source->name = entry;
  Diagnostics diagnostics(options.analysis);
  diagnostics.add(Code::UnreadableInput, {}, "cannot read the document: {}", reason(error));
  result.files = {entry};
  result.entry_unreadable = true;
  result.report = diagnostics.report({{source}});
  return result;
}

template <class Work>
FormatResult in_library(const std::string& name, const FormatOptions& options, const Work& work) {
  return guarded(work, [&](const Failure& failure) {
    FormatResult result;
    result.files = {name};
    result.report = report_of(failure, name, options.analysis);
    return result;
  });
}

}  // namespace

FormatResult format(const std::string& entry, FileReader& files, const FormatOptions& options) {
  return in_library(entry, options, [&] {
    FileResult read = files.read_entry(entry);
    if (const auto* const error = std::get_if<FileError>(&read)) {
      return unreadable(entry, *error, options);
    }
    return format_source(std::move(std::get<FileContents>(read)), options);
  });
}

FormatResult format(std::string_view text, const FormatOptions& options) {
  const std::string name = "document";
  return in_library(name, options, [&] {
    return format_source({std::string(text), name, name}, options);
  });
}

}  // namespace rigy

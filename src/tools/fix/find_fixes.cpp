// Diagnostics → their fixes.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "fix/fix_context.hpp"
#include "rigy/fix.hpp"
#include "syntax/asked_version.hpp"
#include "text/code_points.hpp"

namespace rigy::tools {
namespace {

struct FixRow {
  std::string_view id;
  FixFunction function;
};

// The ids that can be fixed, each with the function that knows how.
constexpr auto fix_rows = std::to_array<FixRow>({
    {"V33", fix_unknown_field},
    {"V57", fix_unknown_field},
    {"P04", fix_wrong_type},
    {"P05", fix_wrong_word},
    {"P06", fix_wrong_length},
    {"P08", fix_version},
    {"R01", fix_version},
    {"V31", fix_version},
    {"V39", fix_color},
    {"V40", fix_color},
    {"W06", fix_degrees},
    {"V36", fix_quaternion},
    {"W08", fix_quaternion_order},
    {"X14", fix_range},
    {"X30", fix_range},
    {"X29", fix_corners},
    {"V80", fix_corners},
    {"V34", fix_missing_field},
    {"V74", fix_missing_material},
    {"W13", fix_missing_weights},
    {"W07", fix_unplaced_bones},
    {"V68", fix_unknown_function},
    {"V08", fix_unknown_reference},
    {"V09", fix_unknown_reference},
    {"V10", fix_unknown_reference},
    {"V11", fix_unknown_reference},
    {"V14", fix_unknown_reference},
    {"V15", fix_unknown_reference},
    {"V16", fix_unknown_reference},
    {"V26", fix_unknown_reference},
    {"V27", fix_unknown_reference},
    {"V29", fix_unknown_reference},
    {"V30", fix_unknown_reference},
    {"V38", fix_unknown_reference},
    {"V54", fix_unknown_reference},
    {"V59", fix_unknown_reference},
    {"V69", fix_unknown_reference},
    {"V75", fix_unknown_reference},
    {"X01", fix_unknown_reference},
    {"X07", fix_unknown_reference},
    {"R08", fix_unknown_reference},
    {"R11", fix_unknown_reference},
    {"R12", fix_unknown_reference},
    {"V43", fix_wrong_word},
    {"V47", fix_wrong_word},
    {"V51", fix_wrong_word},
    {"V83", fix_wrong_word},
    {"V87", fix_wrong_word},
    {"X09", fix_wrong_word},
    {"X15", fix_wrong_word},
    {"R02", fix_wrong_word},
});

std::uint32_t utf16_column(const AuthoredText& authored, std::size_t offset) {
  const std::size_t start =
      std::min<std::size_t>(authored.lines[position_of(authored, offset).line - 1], offset);
  std::uint32_t column = 1;
  for (std::size_t at = start; at < offset;) {
    column += next_code_point(authored.text, at) > 0xffff ? 2 : 1;
  }
  return column;
}

FixEdit edit_with_place(const SymbolFile& file, TextEdit edit) {
  FixEdit out;
  out.place.file = file.name;
  out.place.start = position_of(file.authored, edit.begin);
  out.place.end = position_of(file.authored, edit.end);
  out.place.start_utf16 = utf16_column(file.authored, edit.begin);
  out.place.end_utf16 = utf16_column(file.authored, edit.end);
  out.edit = std::move(edit);
  return out;
}

class FixFinder {
 public:
  FixFinder(const Analysis& analysis, FileReader& files)
      : index_(index_symbols(analysis, files)), meanings_(index_.files.size()) {
    for (const auto& asset : analysis.assembly->assembly.assets) {
      assets_.emplace(asset->source->name, asset.get());
    }
  }

  [[nodiscard]] std::vector<Fix> fixes_of(const Diagnostic& diagnostic);

 private:
  [[nodiscard]] const std::vector<Meaning>& meanings(std::uint32_t file);

  SymbolIndex index_;
  std::vector<std::vector<Meaning>> meanings_;  // of each file, when they are needed
  std::map<std::string, const Asset*> assets_;
};

const std::vector<Meaning>& FixFinder::meanings(std::uint32_t file) {
  const SymbolFile& one = index_.files[file];
  if (meanings_[file].empty()) meanings_[file] = meanings_of(one.authored.tree, *one.root);
  return meanings_[file];
}

// The node that a diagnostic points at, and not one that only begins there.
NodeId node_of(const AuthoredText& authored, const Place& place) {
  const std::size_t begin = offset_of(authored, place.start);
  const std::size_t end = offset_of(authored, place.end);
  const NodeId innermost = node_at(authored, begin);
  for (NodeId node = innermost; node != no_index; node = authored.tree[node].parent) {
    const ByteRange range = content_range(authored, node);
    if (range.begin == begin && range.end == end) return node;
    if (range.begin < begin) break;
  }
  return innermost;
}

std::vector<Fix> FixFinder::fixes_of(const Diagnostic& diagnostic) {
  const auto* row = std::find_if(fix_rows.begin(), fix_rows.end(),
                                 [&](const FixRow& one) { return one.id == diagnostic.id; });
  const std::uint32_t number = file_named(index_, diagnostic.place.file);
  if (row == fix_rows.end() || number == no_index || diagnostic.place.start.line == 0) return {};
  const SymbolFile& file = index_.files[number];
  if (file.authored.empty()) return {};
  const NodeId node = node_of(file.authored, diagnostic.place);
  if (node == no_index) return {};
  const auto asset = assets_.find(file.name);
  const FixContext context{
      .diagnostic = diagnostic,
      .index = index_,
      .file_number = number,
      .file = file,
      .meanings = meanings(number),
      .version = file.root == &document_object ? asked_version(file.authored.tree) : newest_version,
      .asset = asset == assets_.end() ? nullptr : asset->second,
      .node = node};
  std::vector<Fix> fixes;
  for (FixDraft& draft : row->function(context)) {
    Fix fix{std::move(draft.title), draft.reason.empty(), std::move(draft.reason), {}};
    for (TextEdit& edit : draft.edits) fix.edits.push_back(edit_with_place(file, std::move(edit)));
    fixes.push_back(std::move(fix));
  }
  return fixes;
}

}  // namespace

FixDrafts one_draft(std::string title, std::optional<TextEdits> edits, std::string reason) {
  if (!edits || edits->empty()) return {};
  return {{std::move(title), std::move(*edits), std::move(reason)}};
}

}  // namespace rigy::tools

namespace rigy {
using namespace tools;

Fixes find_fixes(const Analysis& analysis, FileReader& files, const Report& report) {
  Fixes fixes;
  if (analysis.assembly == nullptr || report.diagnostics.empty()) return fixes;
  FixFinder finder(analysis, files);
  for (const Diagnostic& one : report.diagnostics) fixes.push_back(finder.fixes_of(one));
  return fixes;
}

}  // namespace rigy

// What functions that make fixes get and give.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edit/edit_nodes.hpp"
#include "load/assembly.hpp"
#include "rigy/diagnostic.hpp"
#include "symbol_index/symbol_index.hpp"
#include "symbols/meanings.hpp"
#include "tables/version.hpp"

namespace rigy::tools {

// A diagnostic in a file, and what is written there.
struct FixContext {
  const Diagnostic& diagnostic;
  const SymbolIndex& index;
  std::uint32_t file_number = 0;
  const SymbolFile& file;
  const std::vector<Meaning>& meanings;  // of each node of the file
  Version version;                       // of the file
  const Asset* asset = nullptr;          // of the file, if it is one
  NodeId node = no_index;                // at the place of the diagnostic

  [[nodiscard]] const AuthoredText& authored() const { return file.authored; }
  [[nodiscard]] const Tree& tree() const { return file.authored.tree; }
};

// A fix of one file.
struct FixDraft {
  std::string title;
  TextEdits edits;
  std::string reason = {};  // empty: it is safe
};

using FixDrafts = std::vector<FixDraft>;
using FixFunction = FixDrafts (*)(const FixContext& context);

// One per kind of mistake; none if there is nothing to fix.
FixDrafts fix_unknown_field(const FixContext& context);
FixDrafts fix_wrong_word(const FixContext& context);
FixDrafts fix_unknown_reference(const FixContext& context);
FixDrafts fix_unknown_function(const FixContext& context);
FixDrafts fix_wrong_type(const FixContext& context);
FixDrafts fix_wrong_length(const FixContext& context);
FixDrafts fix_version(const FixContext& context);
FixDrafts fix_color(const FixContext& context);
FixDrafts fix_degrees(const FixContext& context);
FixDrafts fix_quaternion(const FixContext& context);
FixDrafts fix_quaternion_order(const FixContext& context);
FixDrafts fix_range(const FixContext& context);
FixDrafts fix_corners(const FixContext& context);
FixDrafts fix_missing_field(const FixContext& context);
FixDrafts fix_missing_material(const FixContext& context);
FixDrafts fix_missing_weights(const FixContext& context);
FixDrafts fix_unplaced_bones(const FixContext& context);

// The edits as a list of one draft; none if there are none.
[[nodiscard]] FixDrafts one_draft(std::string title, std::optional<TextEdits> edits,
                                  std::string reason = {});

// The numbers of a list that has only written numbers, as many as `count`.
[[nodiscard]] std::optional<std::vector<double>> numbers_at(const Tree& tree, NodeId list,
                                                            std::size_t count);
// The word closest to another among the candidates.
struct ClosestCandidate {
  std::string word;  // empty: none is close
  bool is_certain = false;
  // It differs in one letter, as names do that tell things apart: arm_1 and arm_2.
  bool has_other_letter = false;
};
[[nodiscard]] ClosestCandidate closest_of(std::string_view word,
                                          const std::vector<std::string>& candidates);

// Ids that a reference may have, in the order of their definitions.
[[nodiscard]] std::vector<std::string> ids_for(const FixContext& context,
                                               const SymbolReference& reference);

}  // namespace rigy::tools

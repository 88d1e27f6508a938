// Fixes of names: of fields, words and ids.
#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "document/slips.hpp"
#include "expand/expression.hpp"
#include "fix/fix_context.hpp"

namespace rigy::tools {
namespace {

// A slip of one letter in a word of this length is hardly anything else.
constexpr std::size_t long_word = 4;

bool has_key(const Tree& tree, NodeId mapping, std::string_view name) {
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    if (tree.text_of(key) == name) return true;
  }
  return false;
}

// The fields that the mapping may have and has not.
std::vector<std::string> free_fields(const FixContext& context, NodeId mapping,
                                     const Object& object) {
  std::vector<std::string> names;
  for (const Field& field : object.fields) {
    const bool is_known = !field.refused && has(context.version, field.feature);
    if (is_known && !has_key(context.tree(), mapping, field.name)) names.emplace_back(field.name);
  }
  return names;
}

// The same but for one letter, in more than its case.
bool has_other_letter(std::string_view word, std::string_view other) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  if (word.size() != other.size()) return false;
  std::size_t differences = 0;
  for (std::size_t i = 0; i < word.size(); ++i)
    differences += lower(word[i]) == lower(other[i]) ? 0 : 1;
  return differences == 1;
}

const SymbolReference* reference_at(const FixContext& context) {
  for (const SymbolReference& one : context.file.symbols.references) {
    if (one.node == context.node && one.kind != ItemKind::Index) return &one;
  }
  return nullptr;
}

// The file in which a reference is looked up; no_index if it is unknown.
std::uint32_t file_of_target(const FixContext& context, const SymbolReference& reference) {
  const bool is_own = reference.scope != Scope::Import && reference.scope != Scope::Parent;
  if (is_own || reference.owner.empty()) return context.file_number;
  for (const NamedFile& one : context.file.imports) {
    if (one.name != reference.owner) continue;
    return reference.kind == ItemKind::Frame ? one.contract : one.asset;
  }
  return no_index;
}

// "slots.top" is named as "top".
std::string name_at_use(const SymbolReference& reference, const std::string& name) {
  if (reference.kind != ItemKind::Frame) return name;
  const std::string_view prefix = reference.scope == Scope::Parent ? "slots." : "mounts.";
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

TextEdits replace_part(const FixContext& context, const SymbolReference& reference,
                       std::string_view name) {
  std::string text(context.tree().text_of(reference.node));
  text.replace(reference.begin, reference.size, name);
  return replace_text(context.authored(), reference.node, text);
}

}  // namespace

ClosestCandidate closest_of(std::string_view word, const std::vector<std::string>& candidates) {
  ClosestWord closest(word);
  for (const std::string& one : candidates) closest.offer(one);
  const bool is_near = closest.distance() <= 1 || closest.distance() * 4 <= word.size();
  const bool is_certain =
      !closest.is_tied() && is_near && (word.size() >= long_word || closest.distance() == 0);
  return {std::string(closest.best()), is_certain, has_other_letter(word, closest.best())};
}

std::vector<std::string> ids_for(const FixContext& context, const SymbolReference& reference) {
  const std::uint32_t file = file_of_target(context, reference);
  std::vector<std::string> names;
  if (file == no_index) return names;
  const bool has_owner = reference.scope == Scope::Mesh || reference.scope == Scope::Armature;
  for (const SymbolDefinition& one : context.index.files[file].symbols.definitions) {
    if (one.kind != reference.kind || has_index(one.name)) continue;
    if (has_owner && one.owner != reference.owner) continue;
    names.push_back(name_at_use(reference, one.name));
  }
  return names;
}

FixDrafts fix_unknown_field(const FixContext& context) {
  const Tree& tree = context.tree();
  const NodeId mapping = tree[context.node].parent;
  const Object* object = context.meanings[context.node].object;
  const std::string name(tree.text_of(context.node));
  if (object == nullptr || mapping == no_index || is_value(tree, context.node)) return {};
  const std::vector<std::string> free = free_fields(context, mapping, *object);
  ClosestCandidate meant = closest_of(name, free);
  if (const Slip* slip = find_slip(*object, name)) {
    const bool is_free = std::find(free.begin(), free.end(), slip->meant) != free.end();
    // With a help of its own it is more than another name.
    meant = {slip->help.empty() && is_free ? std::string(slip->meant) : std::string(), true};
  }
  FixDrafts drafts;
  if (!meant.word.empty()) {
    drafts = one_draft(fmt::format("Rename '{}' to '{}'", name, meant.word),
                       replace_text(context.authored(), context.node, meant.word),
                       meant.is_certain ? "" : "another field may be meant");
  }
  for (FixDraft& removal :
       one_draft(fmt::format("Remove '{}'", name), remove_node(context.authored(), context.node),
                 "what it says is lost")) {
    drafts.push_back(std::move(removal));
  }
  return drafts;
}

namespace {

// The word of "write type: box, …", if it is all that the help for a known mistake says.
std::string word_of_slip(const FixContext& context, const Type& type) {
  const std::string_view text = context.tree().text_of(context.node);
  const Field* field = context.meanings[context.node].field;
  const auto slip = std::find_if(type.slips.begin(), type.slips.end(),
                                 [&](const WordSlip& one) { return one.name == text; });
  if (field == nullptr || slip == type.slips.end()) return {};
  const std::string begin = fmt::format("write {}: ", field->name);
  if (!slip->help.starts_with(begin)) return {};
  const std::string_view rest = slip->help.substr(begin.size());
  return std::string(rest.substr(0, rest.find(',')));
}

}  // namespace

FixDrafts fix_wrong_word(const FixContext& context) {
  const Type* type = context.meanings[context.node].type;
  const Tree& tree = context.tree();
  if (type == nullptr || tree[context.node].kind != NodeKind::Scalar) return {};
  // Of a primitive that is no implicit surface, all shapes are meant.
  const std::span<const Word> words = type->words.data() == primitive_type_words
                                          ? std::span<const Word>(primitive_type_words)
                                          : type->words;
  std::vector<std::string> names;
  for (const Word& word : words) {
    if (has(context.version, word.feature)) names.emplace_back(word.name);
  }
  const std::string text(tree.text_of(context.node));
  ClosestCandidate meant = closest_of(text, names);
  // Help may say more than a word, such as what the word is for.
  const std::string word = word_of_slip(context, *type);
  if (std::find(names.begin(), names.end(), word) != names.end()) meant = {word, true};
  // There is no other.
  if (names.size() == 1) meant = {names[0], !meant.word.empty()};
  if (meant.word.empty()) return {};
  return one_draft(fmt::format("Change '{}' to '{}'", text, meant.word),
                   replace_text(context.authored(), context.node, meant.word),
                   meant.is_certain && !meant.has_other_letter ? "" : "another word may be meant");
}

// Of an expression: the place of the diagnostic is the name.
FixDrafts fix_unknown_function(const FixContext& context) {
  const Place& place = context.diagnostic.place;
  const std::size_t begin = offset_of(context.authored(), place.start);
  const std::size_t end = offset_of(context.authored(), place.end);
  const std::string name = context.authored().text.substr(begin, end - begin);
  if (context.diagnostic.message != fmt::format("unknown function '{}'", name)) return {};
  const std::vector<std::string> names(function_names().begin(), function_names().end());
  const ClosestCandidate meant = closest_of(name, names);
  if (meant.word.empty()) return {};
  return one_draft(
      fmt::format("Change '{}' to '{}'", name, meant.word), TextEdits{{begin, end, meant.word}},
      meant.is_certain && !meant.has_other_letter ? "" : "another function may be meant");
}

FixDrafts fix_unknown_reference(const FixContext& context) {
  const SymbolReference* reference = reference_at(context);
  if (reference == nullptr || reference->from_param) return {};
  const ClosestCandidate meant = closest_of(reference->name, ids_for(context, *reference));
  if (meant.word.empty()) return {};
  const std::string title = fmt::format("Change '{}' to '{}'", reference->name, meant.word);
  return one_draft(title, replace_part(context, *reference, meant.word),
                   meant.is_certain && !meant.has_other_letter
                       ? ""
                       : fmt::format("another {} may be meant", name_of(reference->kind)));
}

}  // namespace rigy::tools

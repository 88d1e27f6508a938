// The vocabulary of strict decoding: fields of a mapping, elements of a list, typed scalars. Each
// function reports what is wrong and returns something without a node, which later steps skip.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "document/document.hpp"
#include "syntax/reporter.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

// "the text 'spine'", "the number 7", "a list", …, for messages.
[[nodiscard]] std::string kind_of(const Tree& tree, NodeId node);
[[nodiscard]] bool is_null(const Tree& tree, NodeId node);
[[nodiscard]] bool is_number(const Tree& tree, NodeId node);
// "bone 'spine'": the kind of a mapping, with its id if it has one.
[[nodiscard]] std::string name_of(const Tree& tree, NodeId mapping, const Object& object);
[[nodiscard]] bool expect_mapping(const Reporter& at, NodeId node, std::string_view what);
[[nodiscard]] bool expect_list(const Reporter& at, NodeId node, std::string_view what);

// Whether the mapping has a field that the object has not: which was reported, and may be what
// else is missing.
[[nodiscard]] bool has_other_fields(const Tree& tree, NodeId mapping, const Object& object);

// "write version: "0.12"", for features of that version.
[[nodiscard]] std::string help_for_version(Version since);

// Fills values[i] with the node of field i; no_index if it is not given. Reports fields that are
// unknown (V33) or newer than the document's version (the field's refusal), and missing ones (V34);
// a misspelled field that is required, or holds a list or mapping, is reported once and then read
// as if it were right. False if the node is not a mapping.
bool read_fields(const Reporter& at, NodeId node, const Object& object, std::span<NodeId> values);

// The nodes of all fields of the object, in the order of its table.
template <const Object& object>
[[nodiscard]] auto read_fields(const Reporter& at, NodeId node) {
  std::array<NodeId, object.fields.size()> values;
  values.fill(no_index);
  read_fields(at, node, object, values);
  return values;
}

// Calls use(element) for each element of the list at `node`; does nothing if it is not given.
template <class Use>
void each_element(const Reporter& at, NodeId node, std::string_view what, const Use& use) {
  if (node == no_index || !expect_list(at, node, what)) return;
  const Tree& tree = at.tree;
  const NodeId list = tree.resolve(node);
  for (NodeId id = list + 1; id < tree[list].after; id = tree[id].after) {
    if (at.diagnostics.has_enough_errors()) {
      at.diagnostics.give_up();
      return;
    }
    use(tree.resolve(id));
  }
}

// Calls use(key, value) for each pair of the mapping at `node`; does nothing if it is not given.
// Repeated keys are left out.
template <class Use>
void each_pair(const Reporter& at, NodeId node, std::string_view what, const Use& use) {
  if (node == no_index || !expect_mapping(at, node, what)) return;
  const Tree& tree = at.tree;
  const NodeId map = tree.resolve(node);
  for (NodeId key = map + 1; key < tree[map].after; key = tree[key + 1].after) {
    const bool is_lost = tree[key].refused_key && tree[key + 1].reported;
    if (!tree[key].duplicate && !is_lost) use(key, tree.resolve(key + 1));
  }
}

[[nodiscard]] Text read_text(const Reporter& at, NodeId node, std::string_view what);
// A text that is not empty (X16, with help if there is any).
[[nodiscard]] Text read_id(const Reporter& at, NodeId node, std::string_view what,
                           std::string_view help = {});
[[nodiscard]] Reference read_reference(const Reporter& at, NodeId node, std::string_view what);
// A finite number; `not_finite` is the code for NaN and infinity.
[[nodiscard]] Number read_number(const Reporter& at, NodeId node, std::string_view what,
                                 Code not_finite = Code::NotFinite);
// A whole number; values that do not fit saturate.
[[nodiscard]] Count read_count(const Reporter& at, NodeId node, std::string_view what);
[[nodiscard]] Point read_point(const Reporter& at, NodeId node, std::string_view what);
// Exactly out.size() numbers, written in the form that help shows; false if any is missing.
bool read_numbers(const Reporter& at, NodeId node, std::string_view what, std::string_view form,
                  std::span<Number> out, Code not_finite = Code::NotFinite);

// The position of the text among `words`, or nothing after reporting `code`.
[[nodiscard]] std::optional<std::size_t> read_word(const Reporter& at, NodeId node,
                                                   std::string_view what,
                                                   std::span<const std::string_view> words,
                                                   Code code = Code::WrongWord);

}  // namespace rigy::language

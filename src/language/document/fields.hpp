// The vocabulary of strict decoding: fields of a mapping, elements of a list, typed scalars. Each
// function reports what is wrong and returns something without a node, which later steps skip.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "document/document.hpp"
#include "syntax/node_kind.hpp"
#include "syntax/reporter.hpp"
#include "tables/field_values.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

[[nodiscard]] bool is_number(const Tree& tree, NodeId node);
// "bone 'spine'": the kind of a mapping, with its id if it has one.
[[nodiscard]] std::string name_of(const Tree& tree, NodeId mapping, const Object& object);
// Whether the value is a mapping or a list; if not, that is reported with help that shows one.
[[nodiscard]] bool expect_mapping(const Reporter& at, const FieldValue& value);
[[nodiscard]] bool expect_list(const Reporter& at, const FieldValue& value);

// Whether the mapping has a field that the object has not: which was reported, and may be what
// else is missing.
[[nodiscard]] bool has_other_fields(const Tree& tree, NodeId mapping, const Object& object);

// "write version: "0.12"", for features of that version.
[[nodiscard]] std::string help_for_version(Feature feature);

// Fills values[i] with the node of field i; no_index if it is not given. Reports fields that are
// unknown (V33) or newer than the document's version (the field's refusal), and missing ones (V34);
// a misspelled field that is required, or holds a list or mapping, is reported once and then read
// as if it were right. False if the node is not a mapping.
bool read_fields(const Reporter& at, NodeId node, const Object& object, std::span<NodeId> values);

template <const Object& object>
[[nodiscard]] FieldValues<object> read_fields(const Reporter& at, NodeId node) {
  FieldValues<object> values;
  read_fields(at, node, object, values.nodes);
  return values;
}

// Calls use(element) for each element of the list; does nothing if it is not given.
template <class Use>
void each_element(const Reporter& at, const FieldValue& value, const Use& use) {
  if (!value.given() || !expect_list(at, value)) return;
  const Tree& tree = at.tree;
  const NodeId list = tree.resolve(value.node);
  for (NodeId id = list + 1; id < tree[list].after; id = tree[id].after) {
    if (at.diagnostics.has_enough_errors()) {
      at.diagnostics.give_up();
      return;
    }
    use(tree.resolve(id));
  }
}

// Calls use(key, value) for each pair of the mapping. Repeated keys are left out.
template <class Use>
void each_pair(const Tree& tree, NodeId map, const Use& use) {
  for (NodeId key = map + 1; key < tree[map].after; key = tree[key + 1].after) {
    const bool is_lost = tree[key].refused_key && tree[key + 1].reported;
    if (!tree[key].duplicate && !is_lost) use(key, tree.resolve(key + 1));
  }
}

// The same for a field; does nothing if it is not given.
template <class Use>
void each_pair(const Reporter& at, const FieldValue& value, const Use& use) {
  if (value.given() && expect_mapping(at, value))
    each_pair(at.tree, at.tree.resolve(value.node), use);
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
// False if it is not given, or something else.
[[nodiscard]] bool read_boolean(const Reporter& at, const FieldValue& value);
[[nodiscard]] Point read_point(const Reporter& at, const FieldValue& value,
                               Code not_finite = Code::NotFinite);
// Exactly out.size() numbers; false if any is missing.
bool read_numbers(const Reporter& at, const FieldValue& value, std::span<Number> out,
                  Code not_finite = Code::NotFinite);

// The word of the type at `node`, or nothing after reporting `code`. A word that is newer than the
// document counts as unknown.
[[nodiscard]] const Word* read_word(const Reporter& at, NodeId node, std::string_view what,
                                    const Type& type, Code code = Code::WrongWord);

// The same for the values of fields; nothing is reported about one that is not given.
[[nodiscard]] inline Text read_text(const Reporter& at, const FieldValue& value) {
  return read_text(at, value.node, value.what);
}
[[nodiscard]] inline Text read_id(const Reporter& at, const FieldValue& value,
                                  std::string_view help = {}) {
  return read_id(at, value.node, value.what, help);
}
[[nodiscard]] inline Reference read_reference(const Reporter& at, const FieldValue& value) {
  return read_reference(at, value.node, value.what);
}
[[nodiscard]] inline Number read_number(const Reporter& at, const FieldValue& value,
                                        Code not_finite = Code::NotFinite) {
  return read_number(at, value.node, value.what, not_finite);
}
[[nodiscard]] inline Count read_count(const Reporter& at, const FieldValue& value) {
  return read_count(at, value.node, value.what);
}
[[nodiscard]] inline const Word* read_word(const Reporter& at, const FieldValue& value,
                                           Code code = Code::WrongWord) {
  if (!value.given()) return nullptr;
  return read_word(at, value.node, value.what, value.field.type, code);
}
// The same by the type of the member that keeps it.
struct ReadMember {
  const Reporter& at;

  void operator()(const FieldValue& value, Text& text) const {
    text = value.field.type.kind == TypeKind::Id ? read_id(at, value) : read_text(at, value);
  }
  void operator()(const FieldValue& value, Reference& reference) const {
    reference = read_reference(at, value);
  }
  void operator()(const FieldValue& value, Number& number) const {
    number = read_number(at, value);
  }
  void operator()(const FieldValue& value, double& number) const {
    number = read_number(at, value).value;
  }
  void operator()(const FieldValue& value, Point& point) const { point = read_point(at, value); }
};

// The value that the word of the field stands for; of another type, if the field's has only some
// of the words.
template <class Value>
[[nodiscard]] std::optional<Value> read_word_as(const Reporter& at, const FieldValue& value,
                                                const Type& type, Code code) {
  if (!value.given()) return std::nullopt;
  const Word* word = read_word(at, value.node, value.what, type, code);
  if (word == nullptr) return std::nullopt;
  return static_cast<Value>(word->value);
}
template <class Value>
[[nodiscard]] std::optional<Value> read_word_as(const Reporter& at, const FieldValue& value,
                                                Code code = Code::WrongWord) {
  return read_word_as<Value>(at, value, value.field.type, code);
}

}  // namespace rigy::language

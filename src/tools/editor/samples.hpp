// Values to begin with, as snippets: "${1:0.1}" is the first stop of the cursor, with a value to
// write over.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/open_document.hpp"

namespace rigy::tools {

// The ids that a reference of a type may have.
using KnownIds = std::function<std::vector<std::string>(const Type& reference)>;

class SampleWriter {
 public:
  SampleWriter(Version version, KnownIds known_ids)
      : version_(version), known_ids_(std::move(known_ids)) {}

  // "name: value", or with the value on lines of its own. Lines after the first are indented by
  // `indent` more than the first.
  [[nodiscard]] std::string field(const Object& object, const Field& field,
                                  std::string_view indent);
  // "name: value" between brackets.
  [[nodiscard]] std::string field_on_line(const Object& object, const Field& field);
  // A value on one line.
  [[nodiscard]] std::string value(const Type& type);
  // A key of a map and its value.
  [[nodiscard]] std::string pair(const Type& map);
  // An object with its required fields on one line: "{id: ball, …}".
  [[nodiscard]] std::string object(const Object& object);

 private:
  std::string stop(std::string_view text);
  std::string choice(const std::vector<std::string>& words);
  std::string number(const Type& type);
  std::string numbers(const Type& type);
  std::string word(const Type& type);
  std::string list(const Type& type);
  std::string value_of(const Object& object, const Field& field);
  std::string example(const AuthoredText& form, NodeId node);

  Version version_;
  KnownIds known_ids_;
  int stops_ = 0;
};

// The object's own form, and the value of a field in it; no_index if it has none.
[[nodiscard]] AuthoredText form_of_object(const Object& object);
[[nodiscard]] NodeId value_in_form(const AuthoredText& form, const Object& object,
                                   std::string_view field);

// The names in a form: x, y and z of "[x, y, z]".
[[nodiscard]] std::vector<std::string> component_names(std::string_view form);

// A word as a document has it: "0.1" is a text only in quotes.
[[nodiscard]] std::string quoted_number(const std::string& word);

// Whether the field may name nothing: the parent of a bone.
[[nodiscard]] bool may_be_none(const Field& field);

// Whether a document of that version must have the field.
[[nodiscard]] bool is_needed(const Object& object, const Field& field);

}  // namespace rigy::tools

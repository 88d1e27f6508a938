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
  [[nodiscard]] std::string field(const Field& field, std::string_view indent);
  // A value on one line.
  [[nodiscard]] std::string value(const Type& type);
  // An object with its required fields on one line: "{id: ball, …}".
  [[nodiscard]] std::string object(const Object& object);

 private:
  std::string stop(std::string_view text);
  std::string choice(const std::vector<std::string>& words);
  std::string number(const Type& type);
  std::string numbers(const Type& type);
  std::string word(const Type& type);
  std::string pair(const Type& map);

  Version version_;
  KnownIds known_ids_;
  int stops_ = 0;
};

// The names in a form: x, y and z of "[x, y, z]".
[[nodiscard]] std::vector<std::string> component_names(std::string_view form);

// Whether a document of that version must have the field.
[[nodiscard]] bool is_needed(const Object& object, const Field& field);

}  // namespace rigy::tools

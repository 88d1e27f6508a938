// A text that is being written, as questions about it need it: its nodes and what the table of the
// language says about each of them. Nothing has to be right with it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "symbols/meanings.hpp"
#include "syntax/authored_text.hpp"
#include "tables/version.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

struct OpenDocument {
  std::string path;
  AuthoredText authored;
  const Object* root = nullptr;   // what kind of file it is
  std::vector<Meaning> meanings;  // of each node
  Version version = newest_version;

  [[nodiscard]] const Tree& tree() const { return authored.tree; }
  [[nodiscard]] std::string_view text() const { return authored.text; }
};

[[nodiscard]] OpenDocument open_document(std::string path, std::string text);

// The row of a field, with what readers need; null if the object has no such field.
[[nodiscard]] const FieldRow* row_of_field(const Object& object, const Field& field);

}  // namespace rigy::tools

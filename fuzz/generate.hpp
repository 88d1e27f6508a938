// Random documents, valid by construction, that use every feature of the language.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fuzz/decisions.hpp"
#include "fuzz/file_set.hpp"
#include "fuzz/value.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

struct GeneratedFile {
  std::string path;
  Value value;

  [[nodiscard]] bool is_json() const { return path.ends_with(".json"); }
};

struct GeneratedCase {
  std::vector<GeneratedFile> files;  // the entry first
  CompileOptions options;
  // Warnings of the glTF validator that are inherent in the document.
  bool has_zero_weights = false;
  bool has_instances = false;
};

[[nodiscard]] GeneratedCase generate_case(Decisions decisions);

// The files as text, each in a random style taken from `style`.
[[nodiscard]] FileSet spell_case(const GeneratedCase& generated, Decisions style);

}  // namespace rigy::fuzz

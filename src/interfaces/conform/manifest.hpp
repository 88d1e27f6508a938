// The list of cases of a conformance suite (the specification's "Manifest Schema").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

struct ConformCase {
  std::string id;
  std::string category;
  bool positive = false;
  std::string input;  // relative to the folder of the manifest, like expected_output
  std::string pose;   // not empty: the export is baked in this pose
  bool bake_transforms = false;
  std::string expected_output;  // positive
  std::string expected_sha256;  // positive
  // Positive, by name of the block ("positions"); empty: the suite gives none.
  std::map<std::string, std::string> digests;
  std::optional<std::vector<std::string>> expected_warnings;  // positive; nothing: any
  std::string expected_class;                                 // negative
  std::string expected_code;                                  // negative; empty: any
};

struct Suite {
  std::string version;
  std::uint64_t revision = 0;
  std::vector<ConformCase> cases;
};

// Reads manifest.json; a text says what is wrong with it. Unknown fields are ignored, so that a
// suite may say more about its cases.
[[nodiscard]] std::variant<Suite, std::string> parse_manifest(const std::string& text);

}  // namespace rigy::interfaces

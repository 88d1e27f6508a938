// text → node tree.
#pragma once

#include <optional>
#include <string_view>

#include "common/limits.hpp"
#include "diagnostics/diagnostics.hpp"
#include "syntax/bad_bytes.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

struct ParseOptions {
  // All findings are reported under this code.
  std::optional<Code> every_code = std::nullopt;
  CodeOfScalar code_of_bad_bytes = nullptr;  // null: P02 everywhere
  std::size_t nesting = max_nesting;         // how many levels deep the text may nest
  std::string_view example = {};             // a small document, for authors of an empty one
};

// Reads the source as one YAML document. Bytes that are not UTF-8 are reported and replaced in
// source.text, so that everything else can still be checked. No tree if it is not YAML.
// `nodes_left` is what the other files of the compilation leave of max_nodes; the nodes of this one
// are subtracted, with or without a tree.
[[nodiscard]] std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics,
                                             const ParseOptions& options, std::size_t& nodes_left);
[[nodiscard]] std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics);

}  // namespace rigy::language

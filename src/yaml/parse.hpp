// text → node tree.
#pragma once

#include <optional>

#include "base/limits.hpp"
#include "diagnostics/diagnostics.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// Reads the source as one YAML document. Bytes that are not UTF-8 are reported and replaced in
// source.text, so that everything else can still be checked. No tree: not even YAML. Whatever is
// wrong is reported under `every_code` if that is given. `nodes_left` is what other files of the
// compilation have left of max_nodes; what this one takes is subtracted, tree or no tree.
[[nodiscard]] std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics,
                                             std::optional<Code> every_code,
                                             std::size_t& nodes_left);
[[nodiscard]] std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics);

}  // namespace rigy

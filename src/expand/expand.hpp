// The preprocessing of languages 0.10 to 0.12, node tree → node tree: repetitions, params,
// expressions, aabb and macros become what they stand for. Every node keeps the marks of the text
// that it came from, and says how it came about.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "rigy/analyze.hpp"
#include "yaml/tree.hpp"

namespace rigy {

struct ExpandOptions {
  // Instead of the values that the document gives its params.
  std::span<const ParamValue> params = {};
  // Takes what is wrong with those; needed if there are any.
  std::vector<std::string>* faults = nullptr;
};

// Nothing if the document became too large. `nodes_left` is what the other files of the compilation
// have left of max_nodes; what is added to the tree is subtracted.
[[nodiscard]] std::optional<Tree> expand(Tree tree, SourceId source, Diagnostics& diagnostics,
                                         std::size_t& nodes_left,
                                         const ExpandOptions& options = {});

}  // namespace rigy

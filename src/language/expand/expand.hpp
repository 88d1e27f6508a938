// The preprocessing of languages 0.10 to 0.12, node tree → node tree: replaces repetitions, params,
// expressions, aabb and macros by their results. Every node keeps the marks of the text that it
// came from, and records how it was made.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "rigy/analyze.hpp"
#include "syntax/tree.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

struct ExpandOptions {
  // Override the values that the document gives its params.
  std::span<const ParamValue> params = {};
  // Receives what is wrong with them; required if there are any.
  std::vector<std::string>* faults = nullptr;
  // What the document is: where it has numbers, expressions are computed.
  const Object* root = &document_object;
};

// Nothing if the document became too large. `nodes_left` is what the other files of the compilation
// leave of max_nodes; the nodes added to the tree are subtracted.
[[nodiscard]] std::optional<Tree> expand(Tree tree, SourceId source, Diagnostics& diagnostics,
                                         std::size_t& nodes_left,
                                         const ExpandOptions& options = {});

}  // namespace rigy::language

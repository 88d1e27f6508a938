// What the steps of preprocessing share.
#pragma once

#include <cstddef>
#include <vector>

#include "expand/params.hpp"
#include "language/features.hpp"
#include "yaml/reporter.hpp"

namespace rigy {

struct Expansion {
  Tree tree;  // as far as the steps have come
  Version version;
  Diagnostics& diagnostics;
  SourceId source = 0;
  std::size_t max_nodes = 0;
  Params params;
  // The scalars that hold '$' or begin with '=', but for those of geometry_checks.
  std::vector<NodeId> candidates;

  [[nodiscard]] Reporter reporter() const {
    return {diagnostics, tree, source, std::nullopt, version};
  }
};

// The steps, in this order. The first and the last are false if the document became too large,
// which has been reported.
[[nodiscard]] bool expand_repeats(Expansion& expansion);
void substitute_params(Expansion& expansion);
void check_tokens(Expansion& expansion);
void evaluate_expressions(Expansion& expansion);
[[nodiscard]] bool expand_primitives(Expansion& expansion);

}  // namespace rigy

// State shared by the steps of preprocessing.
#pragma once

#include <cstddef>
#include <vector>

#include "expand/params.hpp"
#include "syntax/reporter.hpp"
#include "tables/features.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

struct Expansion {
  Tree tree;  // the result of the steps so far
  Version version;
  Diagnostics& diagnostics;
  SourceId source = 0;
  std::size_t max_nodes = 0;
  Params params;
  // The scalars that contain '$' or begin with '=', except those of geometry_checks.
  std::vector<NodeId> candidates;
  const Object* root = &document_object;  // what the document is

  [[nodiscard]] Reporter reporter() const {
    return {diagnostics, tree, source, std::nullopt, version};
  }
};

// The steps, in this order. The first and the last return false if the document became too large,
// which has been reported.
[[nodiscard]] bool expand_repeats(Expansion& expansion);
void substitute_params(Expansion& expansion);
void check_tokens(Expansion& expansion);
void evaluate_expressions(Expansion& expansion);
[[nodiscard]] bool expand_primitives(Expansion& expansion);

}  // namespace rigy::language

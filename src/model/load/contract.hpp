// Ricy contracts: what an imported asset promises to have.
#pragma once

#include <memory>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"
#include "model_floor.hpp"
#include "syntax/tree.hpp"

namespace rigy::model {

struct Frame3Set {
  Text name;
  std::vector<Text> anchors;
};

// Knows no assembly either; see Asset.
struct Contract {
  std::shared_ptr<const Source> source;
  Tree tree;
  std::vector<Text> required_frame3_sets;
  std::vector<Frame3Set> frame3_sets;
  std::vector<Text> anchors;  // all that are required, by themselves or by a set, each once
};

// Decodes the contract's tree; everything wrong is reported as V31, in the source of that number.
void decode_contract(Contract& contract, SourceId source, Diagnostics& diagnostics);

}  // namespace rigy::model

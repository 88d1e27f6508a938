// Ricy contracts: what an imported asset promises to have.
#pragma once

#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"

namespace rigy {

struct Frame3Set {
  Text name;
  std::vector<Text> anchors;
};

struct Contract {
  SourceId source = 0;
  Tree tree;
  std::vector<Text> required_anchors;
  std::vector<Text> required_frame3_sets;
  std::vector<Frame3Set> frame3_sets;
};

// Decodes the contract's tree; whatever is wrong is reported as V31.
void decode_contract(Contract& contract, Diagnostics& diagnostics);

// V31: reports everything that the contract requires and the asset does not have, at the import of
// the file that `importer` reports about.
void check_contract(const Contract& contract, const Document& document, const Import& import,
                    const Reporter& importer);

}  // namespace rigy

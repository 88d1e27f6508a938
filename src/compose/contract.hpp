// Ricy contracts: what an imported asset promises to have.
#pragma once

#include <vector>

#include "check/names.hpp"
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
  std::vector<Text> required_frame3_sets;
  std::vector<Frame3Set> frame3_sets;
  std::vector<Text> anchors;  // all that are required, by themselves or by a set, each once
};

// Decodes the contract's tree; whatever is wrong is reported as V31.
void decode_contract(Contract& contract, Diagnostics& diagnostics);

// What the contract requires and an asset with these anchors does not have. The same for every
// import of that asset under that contract.
[[nodiscard]] std::vector<Text> missing_anchors(const Contract& contract, const Names& known);

// V31: reports what is missing, at the import of the file that `importer` reports about.
void report_missing(const std::vector<Text>& missing, const Names& known, const Contract& contract,
                    const Import& import, const Reporter& importer);

}  // namespace rigy

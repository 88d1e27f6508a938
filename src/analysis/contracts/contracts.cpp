#include "contracts/contracts.hpp"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "document/names.hpp"

namespace rigy::analysis {
namespace {

std::vector<Text> missing_anchors(const Contract& contract, const Names& known) {
  std::vector<Text> missing;
  for (const Text& anchor : contract.anchors) {
    if (known.find(anchor.value) == no_index) missing.push_back(anchor);
  }
  return missing;
}

void report_missing(const std::vector<Text>& missing, const Names& known, const Import& import,
                    const Reporter& contract, const Reporter& importer) {
  for (const Text& anchor : missing) {
    if (importer.diagnostics.has_enough_errors()) return;
    const NewFinding added = importer.report(
        Code::ContractViolated, import.source.node,
        "the asset imported as '{}' has no anchor '{}', which its contract requires",
        import.name.value, anchor.value);
    if (!added) continue;
    added.help(help_for_unknown(importer.diagnostics, anchor.value, known, "anchors"))
        .related(contract.range_of(anchor.node), "required here");
  }
}

class ContractChecker {
 public:
  ContractChecker(const Assembly& assembly, std::size_t& anchors_left, Diagnostics& diagnostics)
      : assembly_(assembly), anchors_left_(anchors_left), diagnostics_(diagnostics) {}

  // For an asset or a scene.
  template <class Importer>
  void check(const Importer& importer) {
    const Reporter at = assembly_.reporter(importer, diagnostics_);
    for (std::size_t i = 0; i < importer.imports.size(); ++i) {
      const bool asked = importer.imports[i] != nullptr && importer.contracts[i] != nullptr;
      if (!asked) continue;
      check(at, importer.document.imports[i], *importer.imports[i], *importer.contracts[i]);
    }
  }

 private:
  void check(const Reporter& at, const Import& import, const Asset& asset,
             const Contract& contract);
  const Names& anchors_of(const Asset& asset);

  const Assembly& assembly_;
  std::size_t& anchors_left_;
  Diagnostics& diagnostics_;
  std::map<const Asset*, Names> anchors_;  // of the assets that a contract was checked against
  // What each contract misses in each asset: the same for every import of that asset under it.
  std::map<std::pair<const Contract*, const Asset*>, std::vector<Text>> missing_;
};

const Names& ContractChecker::anchors_of(const Asset& asset) {
  const auto [names, unknown] = anchors_.try_emplace(&asset);
  if (unknown) names->second = names_of(asset.document.anchors);
  return names->second;
}

void ContractChecker::check(const Reporter& at, const Import& import, const Asset& asset,
                            const Contract& contract) {
  if (asset.document.incomplete.anchors || diagnostics_.has_enough_errors()) return;
  const Names& known = anchors_of(asset);
  const auto [missing, is_first] = missing_.try_emplace({&contract, &asset});
  if (is_first) {
    if (contract.anchors.size() > anchors_left_) {
      at.report(Code::ContractViolated, import.contract.node,
                "contracts require more than {} anchors, counted once per asset",
                max_contract_anchors);
      return;
    }
    anchors_left_ -= contract.anchors.size();
    missing->second = missing_anchors(contract, known);
  }
  const Reporter required{diagnostics_, contract.tree, assembly_.number_of(*contract.source)};
  report_missing(missing->second, known, import, required, at);
}

}  // namespace

void check_contracts(Draft& draft, Diagnostics& diagnostics) {
  ContractChecker checker(draft.assembly, draft.budget.contract_anchors, diagnostics);
  if (draft.rigs != nullptr) checker.check(*draft.rigs);
  for (const Asset* asset : draft.assets) checker.check(*asset);
}

}  // namespace rigy::analysis

// The reader of contracts: the input is the contract of a sound import.
#include <fmt/format.h>

#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::string_view contract_name = "part.ricy.yaml";

constexpr std::string_view document = R"(version: "0.6"
imports: {part: {source: part.rigy.yaml, contract: part.ricy.yaml}}
)";

constexpr std::string_view part = R"(version: "0.6"
anchors:
  - {id: mount_a, translation: [0, 0, 0]}
  - {id: mount_b, translation: [1, 0, 0]}
  - {id: mount_c, translation: [0, 1, 0]}
  - {id: L_tip, translation: [1, 1, 1]}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
)";

}  // namespace

std::string run_contract(std::string_view input) {
  const Files texts = {{"main.rigy.yaml", std::string(document)},
                       {"part.rigy.yaml", std::string(part)},
                       {std::string(contract_name), std::string(input)}};
  MemoryFiles files(texts);
  const CompileResult result = compile("main.rigy.yaml", files);
  if (std::string problem = check_result(result, texts); !problem.empty()) return problem;
  if (result.report.warnings > 0) return "a contract gives a warning";
  for (const Diagnostic& diagnostic : result.report.diagnostics) {
    if (diagnostic.id != "V31") return fmt::format("a contract gives {}", diagnostic.id);
  }
  return {};
}

}  // namespace rigy::fuzz

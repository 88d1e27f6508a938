// What others import: the input is an asset below a sound one, below a scene, and below itself.
#include <fmt/format.h>

#include "fuzz/file_set.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "rigy/compile.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::string_view frame =
    "anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, "
    "translation: [0, 1, 0]}]\n";
constexpr std::string_view asset = R"(version: "0.13"
imports:
  part: {source: part.rigy.yaml}
  same: {source: part.rigy.yaml, contract: part.ricy.yaml}
instances:
  - {id: one, import: part, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
  - {id: two, import: same, attach3: {from: [b, c, a], to: [a, b, c], mode: rigid}}
)";
constexpr std::string_view scene = R"(rigs_version: "0.1"
imports: {part: part.rigy.yaml}
scene: {base: part, children: [{id: two, base: part, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}}]}
)";
constexpr std::string_view contract = "contract_version: \"0.1\"\nrequired_anchors: [a, b, c]\n";

std::string check_entry(const std::string& entry, const Files& files) {
  MemoryFiles reader(files);
  const CompileResult alone = compile(entry, reader);
  if (std::string problem = check_report(alone.report, files); !problem.empty()) return problem;
  if (alone.report.ok() != (alone.glb.size() > 0)) return entry + ": bytes and errors, or neither";
  MemoryFiles same(files);
  CompileOptions options;
  options.analysis.shared = make_shared_assets();
  options.analysis.threads = 3;
  const CompileResult shared = compile(entry, same, options);
  if (text_of(shared.report) != text_of(alone.report))
    return entry + ": shared, it reports something else";
  return shared.glb.to_string() == alone.glb.to_string() ? ""
                                                         : entry + ": shared, it has other bytes";
}

}  // namespace

std::string run_import(std::string_view input) {
  FileSet set;
  set.entry = "part.rigy.yaml";
  set.files["part.rigy.yaml"] = input;
  if (may_be_enormous(set)) return {};
  // It is compiled four times, and to extract a surface takes most of a second.
  if (input.find("implicit_surface") != input.npos) return {};
  const Files files = {{"part.rigy.yaml", std::string(input)},
                       {"part.ricy.yaml", std::string(contract)},
                       {"main.rigy.yaml", std::string(asset) + std::string(frame)},
                       {"main.rigs.yaml", std::string(scene)}};
  for (const char* entry : {"main.rigy.yaml", "main.rigs.yaml"}) {
    if (std::string problem = check_entry(entry, files); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace rigy::fuzz

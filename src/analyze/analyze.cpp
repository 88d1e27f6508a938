// The analysis: each pass is a function, called here in order.
#include "rigy/analyze.hpp"

#include <memory>
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "base/guarded.hpp"
#include "base/stopwatch.hpp"
#include "check/check.hpp"
#include "contracts/contracts.hpp"
#include "link/link.hpp"
#include "link/link_rigs.hpp"
#include "load/load.hpp"
#include "place/place.hpp"
#include "place/roots.hpp"
#include "surfaces/surfaces.hpp"
#include "symmetry/symmetry.hpp"

namespace rigy {
namespace {

std::size_t bytes_read(const Assembly& assembly) {
  std::size_t bytes = 0;
  for (const SourceUse& one : assembly.sources) bytes += one.source->text.size();
  return bytes;
}

}  // namespace

AnalyzedAssembly run_analysis(const std::string& entry, FileReader& files,
                              const AnalyzeOptions& options, Analysis& result) {
  AnalyzedAssembly analyzed{{}, {}, false, Diagnostics(options)};
  Diagnostics& diagnostics = analyzed.diagnostics;
  Stopwatch stopwatch(result.timings);
  LoadResult loaded = load_assembly(entry, files, diagnostics, options);
  Draft& draft = loaded.draft;
  stopwatch.lap("load", bytes_read(draft.assembly));
  expand_symmetry(draft, diagnostics);
  stopwatch.lap("symmetry");
  check_contracts(draft.assembly, diagnostics);
  stopwatch.lap("contracts");
  link_assembly(draft, diagnostics);
  link_rigs(draft, diagnostics);
  stopwatch.lap("link");
  extract_surfaces(draft, options.threads, diagnostics);
  stopwatch.lap("surfaces");
  check_assembly(draft.assembly, diagnostics);
  stopwatch.lap("check");
  analyzed.placements.instances = place_instances(draft.assembly, diagnostics);
  analyzed.placements.roots = place_roots(draft.assembly, diagnostics);
  stopwatch.lap("place");
  analyzed.assembly = std::move(draft.assembly);
  analyzed.entry_expanded = loaded.entry_expanded;
  result.files = std::move(loaded.files);
  result.entry_unreadable = loaded.entry_unreadable;
  result.is_scene = analyzed.assembly.rigs != nullptr;
  result.param_faults = std::move(loaded.param_faults);
  result.declared_params = std::move(loaded.declared_params);
  return analyzed;
}

Report out_of_memory(const std::string& entry, const AnalyzeOptions& options) {
  Diagnostics diagnostics(options);
  diagnostics.add(Code::X26, {}, "there is not enough memory for this document");
  const Source source{.name = entry, .identity = {}, .text = {}};
  return diagnostics.report({{std::make_shared<const Source>(source)}});
}

Analysis analyze(const std::string& entry, FileReader& files, const AnalyzeOptions& options) {
  const auto work = [&] {
    Analysis result;
    auto analyzed = std::make_shared<AnalyzedAssembly>(run_analysis(entry, files, options, result));
    result.report = Diagnostics(analyzed->diagnostics).report(analyzed->assembly.sources);
    result.assembly = std::move(analyzed);
    return result;
  };
  return guarded(work, [&] {
    Analysis result;
    result.report = out_of_memory(entry, options);
    return result;
  });
}

}  // namespace rigy

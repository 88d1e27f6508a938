// The analysis: each pass is a function, called here in order.
#include "rigy/analyze.hpp"

#include <memory>
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "body/body_map.hpp"
#include "check/check.hpp"
#include "common/guarded.hpp"
#include "common/stopwatch.hpp"
#include "contracts/contracts.hpp"
#include "link/link.hpp"
#include "link/link_motion.hpp"
#include "link/link_rigs.hpp"
#include "load/load.hpp"
#include "placement/placement.hpp"
#include "placement/roots.hpp"
#include "surfaces/surfaces.hpp"
#include "symmetry/symmetry.hpp"

namespace rigy::analysis {
namespace {

std::size_t bytes_read(const Assembly& assembly) {
  std::size_t bytes = 0;
  for (const SourceUse& one : assembly.sources) bytes += one.source->text.size();
  return bytes;
}

// The passes that complete the assets of a draft.
void run_passes(Draft& draft, unsigned threads, Diagnostics& diagnostics, Stopwatch& stopwatch) {
  expand_symmetry(draft, diagnostics);
  stopwatch.lap("symmetry");
  check_contracts(draft, diagnostics);
  stopwatch.lap("contracts");
  link_assembly(draft, diagnostics);
  link_rigs(draft, diagnostics);
  link_motions(draft, diagnostics);
  check_bone_map(draft.assembly, diagnostics);
  stopwatch.lap("link");
  extract_surfaces(draft, threads, diagnostics);
  stopwatch.lap("surfaces");
  check_assembly(draft, diagnostics);
  stopwatch.lap("check");
}

// For an import that is analyzed to be shared. Its placements are found again by everybody who
// uses it: that is quick, but they may be impossible, and nobody adopts what has errors.
void complete_import(Draft& draft, unsigned threads, Diagnostics& diagnostics) {
  std::vector<StepTiming> timings;
  Stopwatch stopwatch(timings);
  run_passes(draft, threads, diagnostics, stopwatch);
  static_cast<void>(place_instances(draft.assembly, diagnostics));
}

// `may_share`: it asked for files that compilations share.
AnalyzedAssembly analyze_entry(const std::string& entry, FileReader& files,
                               const AnalyzeOptions& options, const Sharing* sharing,
                               Analysis& result, bool& may_share) {
  AnalyzedAssembly analyzed{{}, {}, false, Diagnostics(options)};
  Diagnostics& diagnostics = analyzed.diagnostics;
  Stopwatch stopwatch(result.timings);
  LoadResult loaded = load_assembly(entry, files, diagnostics, options, sharing);
  Draft& draft = loaded.draft;
  stopwatch.lap("load", bytes_read(draft.assembly));
  run_passes(draft, options.threads, diagnostics, stopwatch);
  analyzed.placements.instances = place_instances(draft.assembly, diagnostics);
  analyzed.placements.roots = place_roots(draft.assembly, diagnostics);
  stopwatch.lap("place");
  analyzed.assembly = std::move(draft.assembly);
  analyzed.entry_expanded = loaded.entry_expanded;
  result.files = std::move(loaded.files);
  result.entry_unreadable = loaded.entry_unreadable;
  result.is_scene = analyzed.assembly.rigs != nullptr;
  result.is_motion = analyzed.assembly.begins_with_motion;
  result.param_faults = std::move(loaded.param_faults);
  result.declared_params = std::move(loaded.declared_params);
  may_share = loaded.may_share;
  return analyzed;
}

}  // namespace

AnalyzedAssembly run_analysis(const std::string& entry, FileReader& files,
                              const AnalyzeOptions& options, Analysis& result) {
  bool may_share = false;
  if (options.shared == nullptr) {
    return analyze_entry(entry, files, options, nullptr, result, may_share);
  }
  const auto complete = [&options](Draft& draft, Diagnostics& diagnostics) {
    complete_import(draft, options.threads, diagnostics);
  };
  const Sharing sharing{*options.shared, options, complete};
  AnalyzedAssembly analyzed = analyze_entry(entry, files, options, &sharing, result, may_share);
  // The errors must be those of a compilation by itself, even where a limit is reached, and name
  // files as it would: what was read to be shared has been named in another order.
  const Diagnostics& diagnostics = analyzed.diagnostics;
  if (!may_share || !(diagnostics.has_errors() || diagnostics.is_crowded())) return analyzed;
  result = {};
  return analyze_entry(entry, files, options, nullptr, result, may_share);
}

Report report_of(const Failure& failure, const std::string& entry, const AnalyzeOptions& options) {
  Diagnostics diagnostics(options);
  if (failure.internal_error == nullptr) {
    diagnostics.add(Code::OutOfMemory, {}, "there is not enough memory for this document");
  } else {
    diagnostics.add(Code::InternalError, {}, "Rigy made a mistake: {}",
                    std::string_view(failure.internal_error));
  }
  const Source source{.name = entry, .identity = {}, .text = {}};
  return diagnostics.report({{std::make_shared<const Source>(source)}});
}

}  // namespace rigy::analysis

namespace rigy {
using namespace analysis;

Analysis analyze(const std::string& entry, FileReader& files, const AnalyzeOptions& options) {
  const auto work = [&] {
    Analysis result;
    auto analyzed = std::make_shared<AnalyzedAssembly>(run_analysis(entry, files, options, result));
    result.report = Diagnostics(analyzed->diagnostics).report(analyzed->assembly.sources);
    result.assembly = std::move(analyzed);
    return result;
  };
  return guarded(work, [&](const Failure& failure) {
    Analysis result;
    result.files = {entry};
    result.report = report_of(failure, entry, options);
    return result;
  });
}

}  // namespace rigy

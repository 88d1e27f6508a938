#include "analyze/writable.hpp"

#include "check/check.hpp"

namespace rigy::analysis {

bool is_writable(const AnalyzedAssembly& analyzed, const std::string& pose,
                 Diagnostics& diagnostics) {
  if (analyzed.assembly.entry() == nullptr) return false;
  check_asked_pose(analyzed.assembly, pose, diagnostics);
  return !diagnostics.has_errors();
}

bool is_rejected(const Diagnostics& diagnostics, const Assembly& assembly) {
  Diagnostics so_far = diagnostics;
  return !so_far.report(assembly.sources).ok();
}

void report_too_large(Diagnostics& diagnostics, std::string_view what) {
  diagnostics.add(Code::OutputTooLarge, {}, "the output would exceed {}", what)
      .help("split the asset, or use fewer instances");
}

void report_no_memory(Diagnostics& diagnostics) {
  diagnostics.add(Code::OutOfMemory, {}, "there is not enough memory for the output");
}

}  // namespace rigy::analysis

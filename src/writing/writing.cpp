#include "writing/writing.hpp"

#include <fmt/format.h>

#include "base/limits.hpp"
#include "check/check.hpp"
#include "glb/container.hpp"
#include "glb/size.hpp"

namespace rigy {

void report_too_large(Diagnostics& diagnostics, std::string_view what) {
  diagnostics.add(Code::X18, {}, "the output would exceed {}", what)
      .help("split the asset, or use fewer instances");
}

bool is_writable(const AnalyzedAssembly& analyzed, const std::string& pose,
                 Diagnostics& diagnostics) {
  if (analyzed.assembly.entry() == nullptr) return false;
  check_asked_pose(analyzed.assembly, pose, diagnostics);
  return !diagnostics.has_errors();
}

void report_no_memory(Diagnostics& diagnostics) {
  diagnostics.add(Code::X26, {}, "there is not enough memory for the output");
}

bool fits_output(std::uint64_t text, std::uint64_t binary, Diagnostics& diagnostics) {
  if (text <= max_output_size && glb_size(text, binary) <= max_output_size) return true;
  report_too_large(diagnostics, "4 GiB - 1 byte");
  return false;
}

std::optional<Scene> plan_scene(const AnalyzedAssembly& analyzed, const SceneOptions& options,
                                Diagnostics& diagnostics) {
  const SceneSize size = measure_scene(analyzed.assembly, analyzed.placements, options);
  if (size.nodes > max_output_nodes) {
    report_too_large(diagnostics, fmt::format("{} nodes", max_output_nodes));
    return std::nullopt;
  }
  if (!fits_output(least_json_size(size), binary_size(size), diagnostics)) return std::nullopt;
  return build_scene(analyzed.assembly, analyzed.placements, options);
}

}  // namespace rigy

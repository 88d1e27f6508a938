#include "canonical/plan.hpp"

#include <fmt/format.h>

#include "analyze/writable.hpp"
#include "canonical/container.hpp"
#include "canonical/size.hpp"
#include "common/limits.hpp"

namespace rigy::outputs {

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

}  // namespace rigy::outputs

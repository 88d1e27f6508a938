// The scene of a file whose size is known before anything is built.
#pragma once

#include <cstdint>
#include <optional>

#include "analyze/analyzed_assembly.hpp"
#include "outputs_floor.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

// Whether a file of that text and that binary data can be written; reports it if not.
[[nodiscard]] bool fits_output(std::uint64_t text, std::uint64_t binary, Diagnostics& diagnostics);

// The scene of checked documents, unless it is too large to be written.
[[nodiscard]] std::optional<Scene> plan_scene(const AnalyzedAssembly& analyzed,
                                              const SceneOptions& options,
                                              Diagnostics& diagnostics);

}  // namespace rigy::outputs

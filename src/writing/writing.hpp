// The common start of all functions that write an output, such as compile().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analyze/analyzed_assembly.hpp"
#include "scene/scene.hpp"

namespace rigy {

// Whether there is something to write: documents without errors that have the pose.
[[nodiscard]] bool is_writable(const AnalyzedAssembly& analyzed, const std::string& pose,
                               Diagnostics& diagnostics);

// Reports that an output would exceed `what`: "4 GiB - 1 byte".
void report_too_large(Diagnostics& diagnostics, std::string_view what);

// Reports that there is no memory for an output.
void report_no_memory(Diagnostics& diagnostics);

// Whether a file of that text and that binary data can be written; reports it if not.
[[nodiscard]] bool fits_output(std::uint64_t text, std::uint64_t binary, Diagnostics& diagnostics);

// The scene of checked documents, unless it is too large to be written.
[[nodiscard]] std::optional<Scene> plan_scene(const AnalyzedAssembly& analyzed,
                                              const SceneOptions& options,
                                              Diagnostics& diagnostics);

}  // namespace rigy

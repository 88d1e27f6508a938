// A small picture of the model, for files that show one.
#pragma once

#include <string>

#include "analyze/analyzed_assembly.hpp"
#include "outputs_floor.hpp"

namespace rigy::outputs {

// A PNG of the front; empty in builds without the renderer, or if there is nothing to be seen.
[[nodiscard]] std::string thumbnail_of(const AnalyzedAssembly& analyzed, unsigned threads);

}  // namespace rigy::outputs

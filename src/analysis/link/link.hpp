// Linking: every reference by id finds its index, or is reported as unknown.
#pragma once

#include "analysis_floor.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

// Links the references of all assets, within their own document and into their imports.
void link_assembly(Draft& draft, Diagnostics& diagnostics);

}  // namespace rigy::analysis

// Links scenes: which assets the children are, and which anchors their slots and mounts have.
#pragma once

#include "analysis_floor.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

// Does nothing if the entry is not a scene. Reports unknown bases (R08), anchors (R11) and names of
// frames (R12).
void link_rigs(Draft& draft, Diagnostics& diagnostics);

}  // namespace rigy::analysis

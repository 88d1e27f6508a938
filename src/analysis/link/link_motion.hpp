// Finds what the references of motions mean: armatures, bones, poses.
#pragma once

#include "analysis_floor.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

void link_motions(Draft& draft, Diagnostics& diagnostics);

}  // namespace rigy::analysis

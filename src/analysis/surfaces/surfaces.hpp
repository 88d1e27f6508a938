// Extracts implicit surfaces: their fields decide how many vertices they have, which checks and all
// later steps need to know.
#pragma once

#include "analysis_floor.hpp"
#include "diagnostics/diagnostics.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

// Gives every implicit surface that breaks no rule its extraction, and the others none. Warns about
// empty ones (W15), reports fields that are not finite on the grid (X38), and stops if there would
// be too much to evaluate (X37).
void extract_surfaces(Draft& draft, unsigned threads, Diagnostics& diagnostics);

// X38: also used for a field that is not finite next to the surface, which only the normals show.
void report_field_not_finite(const Primitive& primitive, const Reporter& at);

}  // namespace rigy::analysis

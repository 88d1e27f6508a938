// Finding out where implicit surfaces are: how many vertices they have, which checks and all that
// follows want to know, is decided by their fields.
#pragma once

#include "diagnostics/diagnostics.hpp"
#include "load/assembly.hpp"

namespace rigy {

// Gives every implicit surface that breaks no rule its extraction, the others none. Warns about
// empty ones (W15), reports fields that are not finite on the grid (X38), and stops when there
// would be too much to evaluate (X37).
void extract_surfaces(Draft& draft, unsigned threads, Diagnostics& diagnostics);

// X38: also for those whose field is not finite beside the surface, which only its normals show.
void report_field_not_finite(const Primitive& primitive, const Reporter& at);

}  // namespace rigy

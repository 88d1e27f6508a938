// Contracts: whether imported assets have what their contracts require.
#pragma once

#include "analysis_floor.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

// V31: reports, at the import, every anchor that a contract requires and the asset lacks.
void check_contracts(Draft& draft, Diagnostics& diagnostics);

}  // namespace rigy::analysis

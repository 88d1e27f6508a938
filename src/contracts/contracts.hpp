// Contracts: whether imported assets have what their contracts require.
#pragma once

#include "load/assembly.hpp"

namespace rigy {

// V31: reports, at the import, every anchor that a contract requires and the asset lacks.
void check_contracts(Draft& draft, Diagnostics& diagnostics);

}  // namespace rigy

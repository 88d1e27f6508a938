// Linking: every reference by id finds its index, or is reported as unknown.
#pragma once

#include "compose/assembly.hpp"

namespace rigy {

// Links the references of all assets, inside their own document and into their imports.
void link_assembly(Assembly& assembly, Diagnostics& diagnostics);

}  // namespace rigy

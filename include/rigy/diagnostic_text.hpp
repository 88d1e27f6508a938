// Diagnostics as text for people, as the program prints them.
#pragma once

#include <string>

#include "rigy/diagnostic.hpp"

namespace rigy {

// A diagnostic with its source line, what is related to it, and the help, on lines of their own:
//
//     arm.rigy.yaml:9:22: error[V11]: binding of mesh 'arm' names bone 'hnd', which ...
//         9 |     - {bone: hnd, weight: 1}
//           |              ^^^
//           = help: did you mean 'hand'?
//
// Characters that would act on a terminal are escaped; `color` adds the colors of terminals.
[[nodiscard]] std::string diagnostic_text(const Diagnostic& diagnostic, bool color = false);

// All diagnostics of a report, the first few warnings of each id, and a line with their numbers;
// empty for an empty report.
[[nodiscard]] std::string report_text(const Report& report, bool color = false);

}  // namespace rigy

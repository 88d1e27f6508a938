// Reports as a SARIF 2.1.0 log, for code-scanning services and editors.
#pragma once

#include <span>
#include <string>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"
#include "rigy/fix.hpp"

namespace rigy::language {

// One run with the results of all reports, and the entries of the table of diagnostics that they
// refer to as rules. Ends with a line break.
[[nodiscard]] std::string render_sarif(std::span<const Report> reports, bool ok,
                                       std::span<const Fixes> fixes = {});

}  // namespace rigy::language

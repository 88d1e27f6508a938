// A report as text for people.
#pragma once

#include <string>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::language {

enum class Color : bool { Off, On };

// Each diagnostic with its source line, and a line with their numbers; empty for an empty report.
// Characters that would act on a terminal are escaped.
[[nodiscard]] std::string render_human(const Report& report, Color color);

// "1 error, 2 warnings  (ValidationError)", without a line break; empty for an empty report.
[[nodiscard]] std::string summary_of(const Report& report);

}  // namespace rigy::language

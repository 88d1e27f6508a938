// The poses and clips of two motions.
#pragma once

#include <string>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "rigy/diff.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// Adds what differs; null stands for a document that does not exist.
void compare_motions(const AnalyzedAssembly* before, const AnalyzedAssembly* after,
                     std::vector<ObjectDiff>& objects);

// Moments of each clip that both have, as poses: "walk@0.25".
[[nodiscard]] std::vector<std::vector<std::string>> common_moments(const Assembly& before,
                                                                   const Assembly& after);

}  // namespace rigy::tools

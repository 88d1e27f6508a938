// The outline: which part of the output comes from which lines of which file, as JSON, so that an
// editor and a view of the model can refer to each other.
#pragma once

#include <string>

#include "canonical/plan.hpp"
#include "scene/scene.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// The JSON object that include/rigy/rigy.h describes.
[[nodiscard]] std::string source_map_json(const Scene& scene, const NodeNumbers& numbers);

}  // namespace rigy::tools

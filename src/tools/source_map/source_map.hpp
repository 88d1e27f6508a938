// The outline: which part of the output comes from which lines of which file, as JSON, so that an
// editor and a view of the model can refer to each other.
#pragma once

#include <string>

#include "load/assembly.hpp"
#include "scene/scene.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// The JSON object that include/rigy/rigy.h describes.
[[nodiscard]] std::string outline_json(const Assembly& assembly, const Scene& scene);

}  // namespace rigy::tools

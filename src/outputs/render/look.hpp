// Which parts of a world the options of a picture name, and how each part is painted for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"
#include "render/marks.hpp"
#include "render/surfaces.hpp"

namespace rigy::outputs {

// Reports ids that name nothing (X51) or several things (X66).
[[nodiscard]] bool check_names(const World& world, const RenderOptions& options,
                               Diagnostics& diagnostics);

// Without the ids that name nothing or several things.
void drop_unusable_names(const World& world, std::vector<std::string>& ids);

[[nodiscard]] Look look_of(const World& world, const RenderOptions& options,
                           const std::vector<Mark>& marks);

}  // namespace rigy::outputs

// Which parts of a world the options of a picture name, and how each part is painted for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/surfaces.hpp"
#include "rigy/diagnostic.hpp"
#include "world/world.hpp"

namespace rigy {

// Something that diagnostics are about.
struct Mark {
  std::uint32_t primitive = 0;  // of World::primitives
  std::string ids;              // of the diagnostics: "W01, W03"
  bool is_error = false;
};

// The primitives whose text, or whose weights, the diagnostics are about.
[[nodiscard]] std::vector<Mark> marks_of(const World& world, const Report& report);

// Reports ids that name nothing (X51).
[[nodiscard]] bool check_names(const World& world, const RenderOptions& options,
                               Diagnostics& diagnostics);

[[nodiscard]] Look look_of(const World& world, const RenderOptions& options,
                           const std::vector<Mark>& marks);

}  // namespace rigy

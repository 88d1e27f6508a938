// What a scene takes as a GLB, known before it is built.
#pragma once

#include <cstdint>

#include "scene/scene.hpp"

namespace rigy {

[[nodiscard]] std::uint64_t binary_size(const SceneSize& size);

// The JSON has at least so many bytes: those of the shortest texts with the names as they are.
[[nodiscard]] std::uint64_t least_json_size(const SceneSize& size);

}  // namespace rigy

// The size of a scene as a GLB, known before it is built.
#pragma once

#include <cstdint>

#include "outputs_floor.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

[[nodiscard]] std::uint64_t binary_size(const SceneSize& size);

// A lower bound of the bytes of the JSON: names as they are, all other texts as short as possible.
[[nodiscard]] std::uint64_t least_json_size(const SceneSize& size);

}  // namespace rigy::outputs

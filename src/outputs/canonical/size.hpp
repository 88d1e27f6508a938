// The size of a scene as a GLB, known before it is built.
#pragma once

#include <cstdint>

#include "outputs_floor.hpp"
#include "scene/measure.hpp"

namespace rigy::outputs {

[[nodiscard]] std::uint64_t binary_size(const SceneSize& size);

// A lower bound of the bytes of the JSON: names as they are, all other texts as short as possible.
[[nodiscard]] std::uint64_t least_json_size(const SceneSize& size);

// The same for that many bones alone; no number is too large.
[[nodiscard]] std::uint64_t least_bones_size(std::uint64_t bones);

// The length of `count` consecutive numbers as text, from `first` on.
[[nodiscard]] std::uint64_t digits_of(std::uint64_t first, std::uint64_t count);

}  // namespace rigy::outputs

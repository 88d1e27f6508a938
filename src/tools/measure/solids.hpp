// The primitives of a scene as solids.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "distance/solid.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// The smooth shape of a primitive that is only moved, turned or scaled, or is posed without
// bending; else its triangles. Nothing for an implicit surface without triangles.
[[nodiscard]] std::optional<Solid> solid_of(const EvaluatedScene& scene,
                                            const ShownPrimitive& primitive);

// How two sets of solids lie relative to each other. One set contains the other if each solid of
// that lies in some solid of the first.
[[nodiscard]] SolidRelation relation(std::span<const Solid> a, std::span<const Solid> b,
                                     Work& work);

}  // namespace rigy::tools

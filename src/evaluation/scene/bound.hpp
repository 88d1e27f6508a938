// How much a scene holds at least, known without its tree: one that is far too large is never
// built.
#pragma once

#include "evaluation_floor.hpp"
#include "load/assembly.hpp"
#include "placement/roots.hpp"
#include "scene/measure.hpp"
#include "scene/scene.hpp"

namespace rigy::evaluation {

// Leaves out materials and the paths of imports in names; what several imports of one asset store
// counts once. All else is what measure_scene() finds. The scene must fit the limit of nodes.
[[nodiscard]] SceneSize least_scene_size(const Assembly& assembly, const Placements& placements,
                                         const SceneOptions& options);

}  // namespace rigy::evaluation

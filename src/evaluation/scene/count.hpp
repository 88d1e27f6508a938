// How much a scene would place, counted before it is built.
#pragma once

#include <cstdint>

#include "evaluation_floor.hpp"
#include "load/assembly.hpp"
#include "placement/roots.hpp"

namespace rigy::evaluation {

// Instances of instances multiply: a number that would not fit is the greatest one.
struct SceneCount {
  std::uint64_t nodes = 0;    // of instances, children and meshes with vertices
  std::uint64_t bones = 0;    // of bound meshes
  std::uint64_t anchors = 0;  // in all places
};

// Counts what each asset places once, however often it is placed.
[[nodiscard]] SceneCount count_scene(const Assembly& assembly, const Placements& placements);

// Whether an output may have that many nodes; reports it if not.
[[nodiscard]] bool fits_node_limit(std::uint64_t nodes, Diagnostics& diagnostics);

}  // namespace rigy::evaluation

// Influences: the layers of "Influence Resolution Order", then the "Canonicalization Rules".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/index.hpp"
#include "document/document.hpp"
#include "influences/weight_file.hpp"
#include "shapes/topology.hpp"

namespace rigy::model {

// The four slots of a vertex, sorted, capped, normalized and padded.
struct JointWeights {
  std::array<std::uint16_t, 4> joints{};
  std::array<double, 4> weights{};
};

// What a list of influences loses to the limit of four.
struct Dropped {
  std::uint32_t count = 0;
  std::uint64_t set = 0;  // the same for the same joints, however many they are
  std::array<std::uint16_t, 8> strongest{};
};

// Consecutive vertices of a primitive with the same influences.
struct InfluenceRun {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  JointWeights value;
  std::uint32_t dropped = no_index;  // into InfluenceRuns::dropped
};

// Of overlapping runs, the last one counts. Scratch space that is reused for each primitive.
struct InfluenceRuns {
  std::vector<InfluenceRun> runs;
  std::vector<Dropped> dropped;
  std::vector<std::uint32_t> place_of_joint;    // in a list that is being made; all zero between
  std::vector<std::uint32_t> done_by_override;  // for each vertex the last one that set it, from 1
  std::vector<std::uint32_t> run_of_vertex;     // see last_runs()
};

// Everything a document says about the influences of one primitive; null where it says nothing.
struct InfluenceLayers {
  const Armature* armature = nullptr;
  std::uint16_t root = 0;
  const PrimitiveWeights* weights = nullptr;
  const WeightMap* map = nullptr;
  const WeightFile* file = nullptr;
  const Topology* topology = nullptr;
};

// The bone that vertices without influences follow: the first with `parent: none`.
[[nodiscard]] std::uint16_t root_bone(const Armature& armature);

// Resolves the layers for vertices at `positions` (mesh space).
void resolve_influences(const InfluenceLayers& layers, std::span<const Vec3> positions,
                        InfluenceRuns& out);

// For each vertex, the last run that covers it. The result is in the scratch space.
std::span<const std::uint32_t> last_runs(InfluenceRuns& runs, std::size_t vertex_count);

}  // namespace rigy::model

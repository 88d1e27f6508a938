// W01: which vertices lose influences to the limit of four.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "influences/influences.hpp"

namespace rigy {

// Consecutive vertices of a primitive that lose the same joints (D17).
struct DroppedRun {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::vector<std::uint16_t> joints;  // ascending
};

[[nodiscard]] std::vector<DroppedRun> dropped_runs(const InfluenceRuns& influences,
                                                   std::size_t vertex_count);

// The text of the warning.
[[nodiscard]] std::string describe(const DroppedRun& run, const Armature& armature,
                                   std::string_view primitive);

}  // namespace rigy

#include "influences/dropped.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace rigy {

std::vector<DroppedRun> dropped_runs(const InfluenceRuns& influences, std::size_t vertex_count) {
  std::vector<DroppedRun> result;
  if (influences.dropped.empty()) return result;
  std::array<std::uint32_t, max_shape_vertices> run_of_vertex{};
  last_runs(influences, std::span(run_of_vertex).first(vertex_count));
  for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
    const InfluenceRun& run = influences.runs[run_of_vertex[vertex]];
    if (run.dropped_begin == run.dropped_end) continue;
    std::vector<std::uint16_t> joints(influences.dropped.begin() + run.dropped_begin,
                                      influences.dropped.begin() + run.dropped_end);
    std::sort(joints.begin(), joints.end());
    if (!result.empty() && result.back().end == vertex && result.back().joints == joints) {
      ++result.back().end;
    } else {
      result.push_back({vertex, vertex + 1, std::move(joints)});
    }
  }
  return result;
}

std::string describe(const DroppedRun& run, const Armature& armature, std::string_view primitive) {
  std::string bones;
  for (const std::uint16_t joint : run.joints) {
    bones += fmt::format("{}'{}'", bones.empty() ? "" : ", ", armature.bones[joint].id.value);
  }
  const std::string vertices = run.end - run.begin == 1
                                   ? fmt::format("vertex {}", run.begin)
                                   : fmt::format("vertices {} to {}", run.begin, run.end - 1);
  return fmt::format("more than four influences on {} of primitive '{}'; dropped: {}", vertices,
                     primitive, bones);
}

}  // namespace rigy

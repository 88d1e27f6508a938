#include "influences/dropped.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "diagnostics/diagnostics.hpp"

namespace rigy {
namespace {

constexpr std::size_t max_names_text = 200;

}  // namespace

std::vector<DroppedRun> dropped_runs(const InfluenceRuns& influences, std::size_t vertex_count) {
  std::vector<DroppedRun> result;
  if (influences.dropped.empty()) return result;
  std::array<std::uint32_t, max_shape_vertices> run_of_vertex{};
  last_runs(influences, std::span(run_of_vertex).first(vertex_count));
  for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
    const std::uint32_t dropped = influences.runs[run_of_vertex[vertex]].dropped;
    if (dropped == nothing_dropped) continue;
    const Dropped& what = influences.dropped[dropped];
    if (!result.empty() && result.back().end == vertex && result.back().what.set == what.set) {
      ++result.back().end;
    } else {
      result.push_back({vertex, vertex + 1, what});
    }
  }
  return result;
}

std::string DroppedText::to_string() const {
  std::array<std::uint16_t, 8> joints = run.what.strongest;
  const auto end = joints.begin() + std::min<std::ptrdiff_t>(8, run.what.count);
  std::sort(joints.begin(), end);
  std::string bones;
  std::uint32_t unnamed = run.what.count;
  for (auto joint = joints.begin(); joint != end && bones.size() < max_names_text; ++joint) {
    bones += message_of("{}'{}'", bones.empty() ? "" : ", ", armature.bones[*joint].id.value);
    --unnamed;
  }
  if (unnamed > 0) bones += fmt::format(" and {} more", unnamed);
  const std::string vertices = run.end - run.begin == 1
                                   ? fmt::format("vertex {}", run.begin)
                                   : fmt::format("vertices {} to {}", run.begin, run.end - 1);
  return message_of("more than four influences on {} of primitive '{}'; dropped: {}", vertices,
                    primitive, bones);
}

}  // namespace rigy

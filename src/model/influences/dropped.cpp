#include "influences/dropped.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "diagnostics/diagnostics.hpp"

namespace rigy::model {
namespace {

constexpr std::size_t max_names_text = 200;
constexpr std::size_t max_influences = 4;

bool is_long(const WeightFile& file) {
  return std::any_of(file.entries.begin(), file.entries.end(), [](const WeightFile::Entry& entry) {
    return entry.end - entry.begin > max_influences;
  });
}

}  // namespace

std::vector<DroppedRun> dropped_runs(InfluenceRuns& influences, std::size_t vertex_count) {
  std::vector<DroppedRun> result;
  if (influences.dropped.empty()) return result;
  const std::span<const std::uint32_t> run_of_vertex = last_runs(influences, vertex_count);
  for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex) {
    const std::uint32_t dropped = influences.runs[run_of_vertex[vertex]].dropped;
    if (dropped == no_index) continue;
    const Dropped& what = influences.dropped[dropped];
    if (!result.empty() && result.back().end == vertex && result.back().what.set == what.set) {
      ++result.back().end;
    } else {
      result.push_back({vertex, vertex + 1, what});
    }
  }
  return result;
}

bool may_drop(const InfluenceLayers& layers) {
  const auto is_long_list = [](const InfluenceList& list) {
    return list.items.size() > max_influences;
  };
  if (layers.weights != nullptr && is_long_list(layers.weights->bones)) return true;
  if (layers.file != nullptr && is_long(*layers.file)) return true;
  if (layers.map == nullptr) return false;
  const auto& gradients = layers.map->gradients;
  const auto& overrides = layers.map->overrides;
  return std::any_of(gradients.begin(), gradients.end(),
                     [](const Gradient& gradient) {
                       return gradient.from.items.size() + gradient.to.items.size() >
                              max_influences;
                     }) ||
         std::any_of(overrides.begin(), overrides.end(),
                     [&](const Override& entry) { return is_long_list(entry.bones); });
}

std::string DroppedText::to_string() const {
  std::array<std::uint16_t, 8> joints = run.what.strongest;
  const auto end =
      joints.begin() + std::min<std::int32_t>(8, static_cast<std::int32_t>(run.what.count));
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

}  // namespace rigy::model

#include "diff/worlds.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "diff/description.hpp"
#include "diff/limits.hpp"
#include "diff/surface_distance.hpp"

namespace rigy::tools {
namespace {

// The file that an instance is written in; null: the scene.
const Asset* file_of(const World& world, const WorldInstance& instance) {
  if (instance.parent == no_index) return world.scene.asset;
  return world.instances[instance.parent].import;
}

// Paths of the earlier world, with the ids of today.
std::vector<std::string> paths_today(const World& before, const Kept& kept) {
  std::vector<std::string> paths;
  for (const WorldInstance& instance : before.instances) {
    const std::string above =
        instance.parent == no_index ? std::string() : before.instances[instance.parent].path + ".";
    // A child of a scene does not have its parent's path in front.
    const bool inside = instance.path.starts_with(above);
    const std::string id = inside ? instance.path.substr(above.size()) : instance.path;
    const bool in_scene = !inside || (instance.parent == no_index && before.scene.asset == nullptr);
    const Asset* const file = in_scene ? nullptr : file_of(before, instance);
    const auto renamed = kept.instances.find({file, id});
    const std::string& now = renamed == kept.instances.end() ? id : renamed->second;
    const bool nested = inside && instance.parent != no_index;
    paths.push_back(nested ? join_path(paths[instance.parent], now) : now);
  }
  return paths;
}

// Where each path is among the instances of the later world; the root has the number no_index.
std::map<std::string_view, std::uint32_t> numbers_of(const World& after) {
  std::map<std::string_view, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < after.instances.size(); ++i) {
    numbers.emplace(after.instances[i].path, i);
  }
  return numbers;
}

using PlaceKey = std::pair<std::uint32_t, const Primitive*>;

std::map<PlaceKey, const WorldPrimitive*> earlier_places(const World& before, const World& after,
                                                         const Kept& kept) {
  const std::vector<std::string> paths = paths_today(before, kept);
  const std::map<std::string_view, std::uint32_t> numbers = numbers_of(after);
  std::map<PlaceKey, const WorldPrimitive*> places;
  for (const WorldPrimitive& primitive : before.primitives) {
    const auto now = kept.primitives.find(primitive.primitive);
    if (now == kept.primitives.end()) continue;
    const std::uint32_t instance = before.mesh_of(primitive).instance;
    std::uint32_t number = no_index;
    if (instance != no_index) {
      const auto found = numbers.find(paths[instance]);
      if (found == numbers.end()) continue;
      number = found->second;
    }
    for (const Primitive* later : now->second) places.emplace(PlaceKey(number, later), &primitive);
  }
  return places;
}

std::array<double, 3> array_of(const Vec3& point) { return {point.x, point.y, point.z}; }

// Vertex by vertex.
FarPoint farthest_moved(const std::vector<Vec3>& before, const std::vector<Vec3>& after) {
  FarPoint farthest;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double distance = length(after[i] - before[i]);
    if (distance > farthest.distance || i == 0) farthest = {after[i], before[i], distance};
  }
  return farthest;
}

bool same_vertices(const PlacedPair& pair) {
  return pair.before->positions.size() == pair.after->positions.size() &&
         pair.before->triangles == pair.after->triangles;
}

// A point of the later surface and one of the earlier one.
FarPoint farthest_apart(const WorldPrimitive& before, const WorldPrimitive& after, Work& work) {
  const FarPoint forth = farthest_from(after.positions, before, work);
  const FarPoint back = farthest_from(before.positions, after, work);
  if (forth.distance >= back.distance) return forth;
  return {back.nearest, back.at, back.distance};
}

SurfaceState state_of(const PlacedPair& pair, const World& after, Work& work) {
  const Motion motion = motion_of(pair, after, work);
  if (motion.farthest || !motion.is_known) return SurfaceState::Moved;
  return pair.before->color == pair.after->color ? SurfaceState::Same : SurfaceState::Recolored;
}

}  // namespace

std::vector<PlacedPair> placed_pairs(const World& before, const World& after, const Kept& kept) {
  const std::map<PlaceKey, const WorldPrimitive*> places = earlier_places(before, after, kept);
  std::vector<PlacedPair> pairs;
  for (const WorldPrimitive& primitive : after.primitives) {
    const std::uint32_t instance = after.mesh_of(primitive).instance;
    const auto found = places.find({instance, primitive.primitive});
    if (found != places.end()) pairs.push_back({found->second, &primitive});
  }
  return pairs;
}

Motion motion_of(const PlacedPair& pair, const World& after, Work& work) {
  if (pair.before->triangles.empty() || pair.after->triangles.empty()) return {};
  const bool is_simple = same_vertices(pair);
  const FarPoint farthest = is_simple
                                ? farthest_moved(pair.before->positions, pair.after->positions)
                                : farthest_apart(*pair.before, *pair.after, work);
  if (!is_simple && work.is_exceeded()) return {std::nullopt, false};
  if (same_point(farthest.at, farthest.nearest)) return {};
  Displacement displacement;
  displacement.primitive = full_id(after, *pair.after);
  displacement.distance = farthest.distance;
  displacement.before = array_of(farthest.nearest);
  displacement.after = array_of(farthest.at);
  return {std::move(displacement), true};
}

SurfaceStates surface_states(const World& before, const World& after, const Kept& kept) {
  SurfaceStates states;
  states.before.assign(before.primitives.size(), SurfaceState::Unmatched);
  states.after.assign(after.primitives.size(), SurfaceState::Unmatched);
  Work work{max_compared_triangles};
  for (const PlacedPair& pair : placed_pairs(before, after, kept)) {
    const SurfaceState state = state_of(pair, after, work);
    states.before[static_cast<std::size_t>(pair.before - before.primitives.data())] = state;
    states.after[static_cast<std::size_t>(pair.after - after.primitives.data())] = state;
  }
  return states;
}

}  // namespace rigy::tools

#include "inspect/things.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rigy {
namespace {

std::string several(std::string_view id, std::string_view kinds, std::size_t count,
                    std::string_view one, std::string_view other) {
  return fmt::format("'{}' names {} {}; write {} or {}", id, count, kinds, one, other);
}

}  // namespace

Things::Things(const Subject& subject) : subject_(subject) {
  const World& world = subject.world;
  const auto enter = [](Numbers& numbers, const std::string& full_id, std::size_t number) {
    for (const std::string_view ending : endings_of(full_id)) {
      numbers[std::string(ending)].push_back(static_cast<std::uint32_t>(number));
    }
  };
  for (std::size_t i = 0; i < world.meshes.size(); ++i) {
    enter(meshes_, full_id(world.meshes[i]), i);
  }
  for (std::size_t i = 0; i < world.instances.size(); ++i) {
    enter(instances_, world.instances[i].path, i);
  }
  for (std::size_t i = 0; i < world.anchors.size(); ++i) {
    const WorldAnchor& anchor = world.anchors[i];
    enter(anchors_, join_path(anchor.path, anchor.anchor->id.value), i);
  }
  for (const WorldPrimitive& primitive : world.primitives) {
    boxes_.push_back(box_of(primitive.positions));
  }
}

std::optional<std::uint32_t> Things::primitive(std::string_view id, std::string& error) const {
  const std::span<const std::uint32_t> named = subject_.names.named(id);
  if (named.size() == 1) return named.front();
  if (named.empty()) {
    error = fmt::format("no primitive is called '{}'", id);
  } else {
    error = several(id, "primitives", named.size(), subject_.names.ref(named[0]),
                    subject_.names.ref(named[1]));
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Things::only(const Numbers& numbers, std::string_view id,
                                          std::string_view kind, std::string& error) {
  const auto found = numbers.find(id);
  if (found == numbers.end()) return std::nullopt;
  if (found->second.size() == 1) return found->second.front();
  error = fmt::format("'{}' names {} {}; write more of the path", id, found->second.size(), kind);
  return std::nullopt;
}

std::optional<Vec3> Things::anchor(std::string_view id) const {
  std::string ignored;
  const std::optional<std::uint32_t> number = only(anchors_, id, "anchors", ignored);
  if (!number) return std::nullopt;
  return subject_.world.anchors[*number].position;
}

std::vector<std::uint32_t> Things::primitives_in(std::uint32_t instance) const {
  const World& world = subject_.world;
  const auto lies_in = [&](std::uint32_t inner) {
    while (inner != no_index && inner != instance) inner = world.instances[inner].parent;
    return inner == instance;
  };
  std::vector<std::uint32_t> primitives;
  for (std::uint32_t i = 0; i < world.primitives.size(); ++i) {
    const bool has_box = boxes_[i].has_value();
    if (has_box && lies_in(world.mesh_of(world.primitives[i]).instance)) primitives.push_back(i);
  }
  return primitives;
}

std::vector<std::uint32_t> Things::primitives_of(const WorldMesh& mesh) const {
  std::vector<std::uint32_t> primitives;
  for (std::uint32_t i = mesh.first_primitive; i < mesh.first_primitive + mesh.primitive_count;
       ++i) {
    if (boxes_[i]) primitives.push_back(i);
  }
  return primitives;
}

std::optional<Thing> Things::find(std::string_view id, std::string& error) const {
  Thing thing;
  if (!subject_.names.named(id).empty()) {
    const std::optional<std::uint32_t> number = primitive(id, error);
    if (!number) return std::nullopt;
    if (boxes_[*number]) thing.primitives = {*number};
  } else if (const auto mesh = only(meshes_, id, "meshes", error)) {
    thing.primitives = primitives_of(subject_.world.meshes[*mesh]);
  } else if (const auto instance = only(instances_, id, "instances", error)) {
    thing.primitives = primitives_in(*instance);
  } else if (const auto anchor = only(anchors_, id, "anchors", error)) {
    thing.anchor = subject_.world.anchors[*anchor].position;
  } else {
    if (error.empty()) {
      error = fmt::format("no primitive, mesh, instance or anchor is called '{}'", id);
    }
    return std::nullopt;
  }
  if (!thing.anchor && thing.primitives.empty()) {
    error = fmt::format("'{}' has no vertices", id);
    return std::nullopt;
  }
  return thing;
}

Aabb Things::box(const Thing& thing) const {
  if (thing.anchor) return {numbers_of(*thing.anchor), numbers_of(*thing.anchor)};
  std::optional<Aabb> box;
  for (const std::uint32_t number : thing.primitives) box = both(box, boxes_[number]);
  return *box;
}

}  // namespace rigy

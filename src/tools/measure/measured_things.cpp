#include "measure/measured_things.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace rigy::tools {
namespace {

constexpr std::string_view bone_prefix = "bone:";
constexpr std::string_view ground = "ground";

Solid segment(const Vec3& from, const Vec3& to) {
  Convex shape;
  shape.add_point(from);
  if (from != to) shape.add_point(to);
  return solid_of(shape);
}

std::optional<MeasuredThing> measured_bone(const EvaluatedScene& scene, const std::string& id,
                                           Diagnostics& diagnostics) {
  const std::string name = id.substr(bone_prefix.size());
  std::vector<std::string> ids;
  std::vector<MeasuredThing> found;
  for (const ShownArmature& armature : scene.armatures) {
    for (const ShownBone& bone : armature.bones) {
      ids.push_back(full_id(armature, bone));
      const std::string& full = ids.back();
      if (full != name && !full.ends_with("." + name)) continue;
      found.push_back({std::string(bone_prefix) + full, 4, {segment(bone.head, bone.tail)}});
    }
  }
  if (found.empty()) {
    report_unknown_id(Code::UnknownMeasuredId, "bone", name, ids, diagnostics);
    return std::nullopt;
  }
  if (found.size() > 1) {
    diagnostics.add(Code::AmbiguousId, {}, "'{}' names {} things", id, found.size())
        .help("write one of {}, {}", found[0].id, found[1].id);
    return std::nullopt;
  }
  return std::move(found.front());
}

std::vector<Solid> solids_of(const EvaluatedScene& scene, const Thing& thing) {
  std::vector<Solid> solids;
  if (thing.kind == ThingKind::Anchor) {
    solids.push_back(solid_of(point_shape(scene.anchors[thing.index].position)));
  }
  for (const std::uint32_t primitive : primitives_of(scene, thing)) {
    if (auto solid = solid_of(scene, scene.primitives[primitive])) {
      solids.push_back(std::move(*solid));
    }
  }
  return solids;
}

}  // namespace

std::optional<MeasuredThing> measured_thing(const EvaluatedScene& scene, const std::string& id,
                                            Diagnostics& diagnostics) {
  if (id.starts_with(bone_prefix)) return measured_bone(scene, id, diagnostics);
  const std::vector<Thing> things = find_things(scene, id);
  if (things.empty() && id == ground) return MeasuredThing{id, 5, {}};
  if (things.empty()) {
    report_unknown_id(Code::UnknownMeasuredId, "primitive, mesh, instance or anchor", id,
                      all_ids(scene), diagnostics);
    return std::nullopt;
  }
  if (things.size() > 1) {
    report_ambiguous_id(id, things, diagnostics);
    return std::nullopt;
  }
  const Thing& thing = things.front();
  MeasuredThing measured{thing.id, static_cast<std::uint8_t>(thing.kind), solids_of(scene, thing)};
  if (!measured.solids.empty()) return measured;
  diagnostics
      .add(Code::NoSurface, {}, "{} '{}' has no surface to measure", name_of(thing.kind), thing.id)
      .help("measure something that has triangles");
  return std::nullopt;
}

// No larger than needed, so that distances are exact.
std::vector<Solid> ground_below(const std::vector<Solid>& solids) {
  Bounds bounds = solids.front().bounds;
  for (const Solid& solid : solids) extend(bounds, solid.bounds);
  const Vec3 extent = bounds.max - bounds.min;
  const double margin = 1 + std::max({extent.x, extent.y, extent.z});
  const double bottom = std::min(0.0, bounds.min.y) - margin;
  Convex box;
  for (const double x : {bounds.min.x - margin, bounds.max.x + margin}) {
    for (const double y : {bottom, 0.0}) {
      for (const double z : {bounds.min.z - margin, bounds.max.z + margin}) {
        box.add_point({x, y, z});
      }
    }
  }
  return {solid_of(box)};
}

}  // namespace rigy::tools

// Finding things of a scene by id.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"

namespace rigy::evaluation {

enum class ThingKind : std::uint8_t { Primitive, Mesh, Instance, Anchor };

struct Thing {
  ThingKind kind = ThingKind::Primitive;
  std::uint32_t index = 0;  // of the list of the scene
  std::string id;           // full: "car.axle.rim.tire"
};

// "primitive", "mesh", "instance", "anchor".
[[nodiscard]] std::string_view name_of(ThingKind kind);

// "car.rig.arm": path, armature and bone.
[[nodiscard]] std::string full_id(const ShownArmature& armature, const ShownBone& bone);

// The things with that full id; if there are none, those whose full id ends with it: "rim.tire".
// "anchor:tip" finds only anchors, and so for the other kinds.
[[nodiscard]] std::vector<Thing> find_things(const EvaluatedScene& scene, std::string_view id);

// Whether an id names what has this full id, or something that it lies in: "body" and "body.head"
// both name "one.body.head".
[[nodiscard]] bool names_a_part(std::string_view id, std::string_view full_id);

// The full ids of all things, for suggestions.
[[nodiscard]] std::vector<std::string> all_ids(const EvaluatedScene& scene);

// Reports that an id names nothing: "no mesh or primitive is called 'hed'", where `kinds` is "mesh
// or primitive". Suggests one of the full ids, or the last part of one.
void report_unknown_id(Code code, std::string_view kinds, const std::string& id,
                       const std::vector<std::string>& full_ids, Diagnostics& diagnostics);
// Reports that an id names several things (X66).
void report_ambiguous_id(const std::string& id, const std::vector<Thing>& things,
                         Diagnostics& diagnostics);

// The primitives of a thing, as indices of EvaluatedScene::primitives; an anchor has none.
[[nodiscard]] std::vector<std::uint32_t> primitives_of(const EvaluatedScene& scene,
                                                       const Thing& thing);

}  // namespace rigy::evaluation

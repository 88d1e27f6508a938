// What can be measured, by id.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluated_scene/lookup.hpp"
#include "measure/solids.hpp"

namespace rigy::tools {

struct MeasuredThing {
  std::string id;  // full: "car.axle.rim.tire", "bone:rig.hand", "ground"
  // Where several things have one full id, which comes first.
  std::uint8_t rank = 0;
  std::vector<Solid> solids;  // none: the ground
};

// A primitive, mesh, instance or anchor; "bone:hand", the segment from head to tail of a bone; or
// "ground". Nothing if there is no such thing, or it has no surface, which is reported.
[[nodiscard]] std::optional<MeasuredThing> measured_thing(const EvaluatedScene& scene,
                                                          const std::string& id,
                                                          Diagnostics& diagnostics);

// The ground below and around something: y = 0 is its top.
[[nodiscard]] std::vector<Solid> ground_below(const std::vector<Solid>& solids);

}  // namespace rigy::tools

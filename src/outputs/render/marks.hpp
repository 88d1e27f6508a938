// What diagnostics are about, in a picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "outputs_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::outputs {

// A primitive, a mesh, a material, a bone, an anchor, or the place of a primitive that has no
// shape.
struct Mark {
  std::string name;
  std::vector<std::string> ids;           // of the diagnostics: "V11", "W03"
  bool is_error = false;                  // one of them is
  std::vector<std::uint32_t> primitives;  // of World::primitives, painted; none: a point
  Vec3 at;                                // where the label belongs
};

struct Marks {
  std::vector<Mark> list;
  std::vector<std::string> elsewhere;  // ids of the diagnostics about nothing in the picture
  bool has_error_elsewhere = false;
};

// `analyzed` is the whole document; the world may have been made from what is drawable of it.
[[nodiscard]] Marks marks_of(const AnalyzedAssembly& analyzed, const World& world,
                             const Report& report);

}  // namespace rigy::outputs

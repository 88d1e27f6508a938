// The parts of primitives that have names: faces of boxes and wedges, edges and points of wedges.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

struct Face {
  std::string_view key;
  Vec3 normal;
  Vec3 point;  // one of its corners
};

struct Line {
  Vec3 a;
  Vec3 b;
};

// In the order in which the output has them; none before language 0.9.
[[nodiscard]] std::vector<Face> faces_of(const EvaluatedScene& scene,
                                         const ShownPrimitive& primitive);

// By its surface key, or another name of it.
[[nodiscard]] std::optional<Face> find_face(const EvaluatedScene& scene,
                                            const ShownPrimitive& primitive, std::string_view key);
// Such as the mean of a wedge's top, "apex".
[[nodiscard]] std::optional<Vec3> find_point(const EvaluatedScene& scene,
                                             const ShownPrimitive& primitive, std::string_view key);
// Such as the long edge of a wedge's top, "ridge".
[[nodiscard]] std::optional<Line> find_line(const EvaluatedScene& scene,
                                            const ShownPrimitive& primitive, std::string_view key);

// "+x, -x, …": everything that can be named here; empty if nothing can.
[[nodiscard]] std::string feature_names(const EvaluatedScene& scene,
                                        const ShownPrimitive& primitive);

}  // namespace rigy::tools

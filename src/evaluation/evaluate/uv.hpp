// Texture coordinates: the generators of UV sets.
#pragma once

#include <span>
#include <vector>

#include "document/document.hpp"
#include "evaluation_floor.hpp"
#include "math/vec.hpp"

namespace rigy::evaluation {

struct UvPoint {
  double u = 0;
  double v = 0;
};

// One per position. The positions are those of a primitive of a type that the generator supports,
// in mesh space, before any pose.
void generate_uvs(UvGenerator generator, std::span<const Vec3> positions,
                  std::vector<UvPoint>& out);

}  // namespace rigy::evaluation

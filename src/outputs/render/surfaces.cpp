#include "render/surfaces.hpp"

#include <algorithm>

namespace rigy::outputs {
namespace {

double weight_of(const JointWeights& influences, std::uint32_t bone) {
  double weight = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (influences.joints[i] == bone) weight += influences.weights[i];
  }
  return weight;
}

void add_heat(const WorldPrimitive& primitive, std::optional<std::uint32_t> bone,
              std::vector<double>& heat) {
  for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
    const bool follows = bone && primitive.influences != nullptr;
    heat.push_back(follows ? weight_of((*primitive.influences)[i], *bone) : -1);
  }
}

void add_primitive(const WorldPrimitive& primitive, std::uint32_t paint, Surfaces& out) {
  const auto first = static_cast<std::uint32_t>(out.positions.size());
  out.positions.insert(out.positions.end(), primitive.positions.begin(), primitive.positions.end());
  out.normals.insert(out.normals.end(), primitive.normals.begin(), primitive.normals.end());
  for (const Triangle& corners : primitive.triangles) {
    out.triangles.push_back({{first + corners[0], first + corners[1], first + corners[2]}, paint});
  }
}

// Cuts triangles at a plane; corners on an edge are made once for each triangle.
class Cutter {
 public:
  Cutter(const Surfaces& from, const Section& section, bool above, Surfaces& out)
      : from_(from),
        section_(section),
        sign_(above ? 1 : -1),
        out_(out),
        kept_(from.paints.size()),
        removed_(from.paints.size()) {}

  void cut(const PaintedTriangle& triangle) {
    std::array<std::uint32_t, 4> corners{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = triangle.corners[i];
      const std::uint32_t b = triangle.corners[(i + 1) % 3];
      const double height_a = height(a);
      const double height_b = height(b);
      if (height_a < 0) kept_[triangle.paint] = true;
      if (height_a > 0) removed_[triangle.paint] = true;
      if (height_a <= 0) corners[count++] = a;
      if ((height_a < 0 && height_b > 0) || (height_a > 0 && height_b < 0)) {
        corners[count++] = between(a, b, height_a / (height_a - height_b));
      }
    }
    for (std::size_t i = 2; i < count; ++i) {
      out_.triangles.push_back({{corners[0], corners[i - 1], corners[i]}, triangle.paint});
    }
  }

  // What the plane went through can be seen from inside.
  void open_paints() {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i] && removed_[i]) out_.paints[i].two_sided = true;
    }
  }

 private:
  [[nodiscard]] double height(std::uint32_t vertex) const {
    const auto axis = static_cast<std::size_t>(section_.axis);
    return sign_ * (from_.positions[vertex][axis] - section_.at);
  }

  std::uint32_t between(std::uint32_t a, std::uint32_t b, double share) {
    const auto number = static_cast<std::uint32_t>(out_.positions.size());
    const auto at = [share](const Vec3& p, const Vec3& q) { return p + share * (q - p); };
    out_.positions.push_back(at(from_.positions[a], from_.positions[b]));
    out_.normals.push_back(at(from_.normals[a], from_.normals[b]));
    if (!from_.heat.empty()) {
      out_.heat.push_back(from_.heat[a] + share * (from_.heat[b] - from_.heat[a]));
    }
    return number;
  }

  const Surfaces& from_;
  Section section_;
  double sign_;
  Surfaces& out_;
  std::vector<bool> kept_;  // whether something is left of what has this paint
  std::vector<bool> removed_;
};

}  // namespace

Surfaces surfaces_of(const World& world, const Look& look) {
  Surfaces out;
  out.paints = look.paints;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  for (const WorldPrimitive& primitive : world.primitives) {
    vertices += primitive.positions.size();
    triangles += primitive.triangles.size();
  }
  out.positions.reserve(vertices);
  out.normals.reserve(vertices);
  out.triangles.reserve(triangles);
  for (std::uint32_t i = 0; i < world.primitives.size(); ++i) {
    add_primitive(world.primitives[i], i, out);
    if (!look.heat_bone.empty()) add_heat(world.primitives[i], look.heat_bone[i], out.heat);
  }
  return out;
}

Surfaces cut(const Surfaces& surfaces, const Section& section, bool above) {
  Surfaces out;
  out.positions = surfaces.positions;
  out.normals = surfaces.normals;
  out.heat = surfaces.heat;
  out.paints = surfaces.paints;
  out.section = section;
  out.cut_above = above;
  Cutter cutter(surfaces, section, above, out);
  for (const PaintedTriangle& triangle : surfaces.triangles) cutter.cut(triangle);
  cutter.open_paints();
  return out;
}

}  // namespace rigy::outputs

#include "gltf/quantize.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "export_model/nodes.hpp"

namespace rigy::outputs {
namespace {

constexpr double largest_stored = 32767;
// Fewer levels leave fewer bytes after compression; places stay within 1e-4 of the size.
constexpr double largest_compressed = 8191;
constexpr double normal_levels = 127;

// Sets of numbers, each with one number that stands for all.
class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  [[nodiscard]] std::size_t of(std::size_t number) {
    while (parents_[number] != number) number = parents_[number] = parents_[parents_[number]];
    return number;
  }
  void join(std::size_t a, std::size_t b) { parents_[of(a)] = of(b); }

 private:
  std::vector<std::size_t> parents_;
};

struct Extent {
  std::array<double, 3> min{std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::infinity()};
  std::array<double, 3> max{-min[0], -min[1], -min[2]};

  void add(const Geometry& geometry) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      min[axis] = std::min(min[axis], double{geometry.min[axis]});
      max[axis] = std::max(max[axis], double{geometry.max[axis]});
    }
  }
  [[nodiscard]] StoredSpace space(double largest) const {
    StoredSpace space;
    double half = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      half = std::max(half, (max[axis] - min[axis]) / 2);
    }
    space.center = {(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2};
    space.scale = half / largest;
    return space;
  }
};

}  // namespace

// Numbers of geometries come first, then those of skeletons.
Quantization plan_quantization(const ExportModel& model) {
  const std::size_t geometries = model.geometries.size();
  Sets sets(geometries + model.skeletons.size());
  for (const ExportMesh& mesh : model.meshes) {
    const std::size_t first = mesh.parts.front().geometry;
    for (const ExportPart& part : mesh.parts) sets.join(part.geometry, first);
    if (mesh.armature == no_index) continue;
    sets.join(geometries + model.armatures[mesh.armature].skeleton, first);
  }
  for (std::size_t i = 0; i < geometries; ++i) {
    if (model.geometries[i].vertices_of != no_index) sets.join(i, model.geometries[i].vertices_of);
  }
  std::vector<Extent> extents(geometries + model.skeletons.size());
  for (std::size_t i = 0; i < geometries; ++i) extents[sets.of(i)].add(model.geometries[i]);
  Quantization plan;
  plan.is_for_compression = model.is_compressed;
  const double largest = model.is_compressed ? largest_compressed : largest_stored;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const Extent& extent = extents[sets.of(i)];
    const bool is_used = extent.min[0] <= extent.max[0];
    const StoredSpace space = is_used ? extent.space(largest) : StoredSpace{};
    (i < geometries ? plan.of_geometry : plan.of_skeleton).push_back(space);
  }
  for (const ExportMesh& mesh : model.meshes) {
    plan.of_mesh.push_back(plan.of_geometry[mesh.parts.front().geometry]);
  }
  return plan;
}

double position_error(const ExportModel& model) {
  if (!model.is_small) return 0;
  const Quantization plan = plan_quantization(model);
  double most = 0;
  for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
    const ExportNode& node = model.nodes[i];
    if (node.mesh == no_index) continue;
    const std::uint32_t armature = model.meshes[node.mesh].armature;
    const Affine place = place_of(model, armature == no_index ? i : model.armatures[armature].node);
    const double half_step = plan.of_mesh[node.mesh].scale / 2;
    for (const Vec3& corner : {Vec3{1, 1, 1}, Vec3{1, 1, -1}, Vec3{1, -1, 1}, Vec3{-1, 1, 1}}) {
      most = std::max(most, half_step * length(place.linear * corner));
    }
  }
  return most;
}

std::int16_t stored_coordinate(float value, double center, double scale) {
  const double stored = std::floor((double{value} - center) / scale + 0.5);
  return static_cast<std::int16_t>(std::clamp(stored, -largest_stored, largest_stored));
}

std::array<std::int8_t, 3> stored_normal(const float* normal) {
  std::array<std::int8_t, 3> best{};
  double least = std::numeric_limits<double>::infinity();
  for (int corner = 0; corner < 8; ++corner) {
    std::array<double, 3> levels_of{};
    double square = 0;
    double away = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double exact = normal_levels * normal[axis];
      const double level = std::floor(exact) + ((corner >> axis) & 1);
      levels_of[axis] = std::clamp(level, -normal_levels, normal_levels);
      square += levels_of[axis] * levels_of[axis];
      away += (levels_of[axis] - exact) * (levels_of[axis] - exact);
    }
    // A length that is wrong by 0.5 is as bad as a place that is wrong by 1.
    const double off = std::sqrt(square) - normal_levels;
    const double cost = away + 4 * off * off;
    if (!(cost < least)) continue;
    least = cost;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      best[axis] = static_cast<std::int8_t>(levels_of[axis]);
    }
  }
  return best;
}

std::array<std::int8_t, 3> octahedral_normal(const float* normal) {
  const std::array<double, 3> vector{normal[0], normal[1], normal[2]};
  const double sum = std::abs(vector[0]) + std::abs(vector[1]) + std::abs(vector[2]);
  std::array<double, 2> place{vector[0] / sum, vector[1] / sum};
  if (vector[2] < 0) {
    const auto folded = [](double own, double other) {
      return own < 0 ? std::abs(other) - 1 : 1 - std::abs(other);
    };
    place = {folded(place[0], place[1]), folded(place[1], place[0])};
  }
  const auto level = [](double share) {
    return static_cast<std::int8_t>(std::floor(share * normal_levels + 0.5));
  };
  return {level(place[0]), level(place[1]), static_cast<std::int8_t>(normal_levels)};
}

}  // namespace rigy::outputs

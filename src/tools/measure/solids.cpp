#include "measure/solids.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "shapes/shape.hpp"
#include "shapes/tessellate.hpp"

namespace rigy::tools {
namespace {

// How far vertices may be from where a transform takes them, as a share of the size, for the
// primitive to count as unbent.
constexpr double bending_tolerance = 1e-9;

std::vector<Vec3> own_positions(const Shape& shape, const Primitive& primitive) {
  std::vector<Vec3> positions(shape.topology.vertex_count);
  shape.positions(dimensions_of(primitive), positions.data());
  return positions;
}

Affine rest_transform(const ShownMesh& mesh, const Primitive& primitive) {
  const Transform& own = primitive.transform;
  Affine transform;
  if (own.rotation.given()) {
    transform.linear = rotation_of(own.rotation, mesh.asset->document.version);
  }
  if (own.translation.given()) transform.translation = own.translation.value;
  return mesh.transform * transform;
}

bool explains(const Affine& transform, std::span<const Vec3> from, std::span<const Vec3> to) {
  const Bounds bounds = bounds_of(to);
  const double far = std::max(length(bounds.min), length(bounds.max));
  const double tolerance = bending_tolerance * length(bounds.max - bounds.min) + 1e-15 * far;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!(length(transform(from[i]) - to[i]) <= tolerance)) return false;
  }
  return true;
}

// The vertex for which the value is greatest.
template <class Value>
std::size_t vertex_with_most(std::span<const Vec3> positions, const Value& value) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (value(positions[i]) > value(positions[best])) best = i;
  }
  return best;
}

// The transform that takes four vertices, which span the shape, to where they are.
Affine fitted_transform(std::span<const Vec3> from, std::span<const Vec3> to) {
  const Vec3 origin = from[0];
  const std::size_t x = vertex_with_most(from, [&](const Vec3& at) { return length(at - origin); });
  const std::size_t y = vertex_with_most(
      from, [&](const Vec3& at) { return length(cross(from[x] - origin, at - origin)); });
  const Vec3 normal = cross(from[x] - origin, from[y] - origin);
  const std::size_t z =
      vertex_with_most(from, [&](const Vec3& at) { return std::abs(dot(normal, at - origin)); });
  const Mat3 before = from_columns(from[x] - origin, from[y] - origin, from[z] - origin);
  const Mat3 after = from_columns(to[x] - to[0], to[y] - to[0], to[z] - to[0]);
  const Mat3 linear = after * transpose(inverse_transpose(before));
  return {linear, to[0] - linear * origin};
}

std::optional<Affine> transform_of(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                                   std::span<const Vec3> own) {
  const Affine rest = rest_transform(scene.mesh_of(primitive), *primitive.primitive);
  if (explains(rest, own, primitive.positions)) return rest;
  const Affine fitted = fitted_transform(own, primitive.positions);
  if (explains(fitted, own, primitive.positions)) return fitted;
  return std::nullopt;
}

std::optional<Convex> smooth_shape(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  const Shape* shape = shape_of(*primitive.primitive);
  if (shape == nullptr || shape->convex == nullptr) return std::nullopt;
  const std::vector<Vec3> own = own_positions(*shape, *primitive.primitive);
  const auto transform = transform_of(scene, primitive, own);
  if (!transform) return std::nullopt;
  Convex convex;
  shape->convex(dimensions_of(*primitive.primitive), *transform, convex);
  return convex;
}

std::vector<std::array<Vec3, 3>> corners_of_triangles(const ShownPrimitive& primitive) {
  std::vector<std::array<Vec3, 3>> triangles;
  triangles.reserve(primitive.triangles.size());
  for (const auto& [i, j, k] : primitive.triangles) {
    triangles.push_back({primitive.positions[i], primitive.positions[j], primitive.positions[k]});
  }
  return triangles;
}

// --- sets ---

BoundsTree tree_of(std::span<const Solid> solids) {
  std::vector<Bounds> boxes;
  boxes.reserve(solids.size());
  for (const Solid& solid : solids) boxes.push_back(solid.bounds);
  return BoundsTree(boxes);
}

bool set_contains(std::span<const Solid> outer, const BoundsTree& tree,
                  std::span<const Solid> inner, Work& work) {
  return std::all_of(inner.begin(), inner.end(), [&](const Solid& solid) {
    bool found = false;
    tree.visit(
        [&](const Bounds& box) {
          return !found && !work.is_exceeded() && overlap(box, solid.bounds, touching_tolerance);
        },
        [&](std::uint32_t i) { found = found || contains(outer[i], solid, work); });
    return found;
  });
}

// Overlapping counts more than touching, which counts more than being apart by a little.
bool comes_before(const SolidRelation& one, const SolidRelation& other) {
  const auto rank = [](const SolidRelation& relation) {
    return relation.status == MeasureStatus::Apart      ? 2
           : relation.status == MeasureStatus::Touching ? 1
                                                        : 0;
  };
  return rank(one) != rank(other) ? rank(one) < rank(other) : one.distance < other.distance;
}

}  // namespace

std::optional<Solid> solid_of(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  if (primitive.positions.empty()) return std::nullopt;
  if (const auto shape = smooth_shape(scene, primitive)) return solid_of(*shape);
  return kernel::solid_of(corners_of_triangles(primitive));
}

SolidRelation relation(std::span<const Solid> a, std::span<const Solid> b, Work& work) {
  if (a.size() == 1 && b.size() == 1) return relation(a[0], b[0], work);
  const BoundsTree tree_a = tree_of(a);
  const BoundsTree tree_b = tree_of(b);
  std::optional<SolidRelation> nearest;
  const auto limit = [&] {
    if (!nearest) return std::numeric_limits<double>::infinity();
    const bool is_done = work.is_exceeded() || nearest->status > MeasureStatus::Touching;
    return is_done ? -1.0 : nearest->distance * nearest->distance;
  };
  visit_near_pairs(tree_a, tree_b, limit, [&](std::uint32_t i, std::uint32_t j) {
    if (square_distance(a[i].bounds, b[j].bounds) > limit()) return;
    const SolidRelation own = relation(a[i], b[j], work);
    if (!nearest || comes_before(own, *nearest)) nearest = own;
  });
  if (nearest->status <= MeasureStatus::Touching) return *nearest;
  nearest->penetration.reset();
  nearest->direction.reset();
  nearest->status = set_contains(a, tree_a, b, work)   ? MeasureStatus::Containing
                    : set_contains(b, tree_b, a, work) ? MeasureStatus::Contained
                                                       : MeasureStatus::Overlapping;
  return *nearest;
}

}  // namespace rigy::tools

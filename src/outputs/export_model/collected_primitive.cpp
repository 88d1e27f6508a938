#include "export_model/collected_primitive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "export_model/coarse.hpp"
#include "export_model/collider_shape.hpp"

namespace rigy::outputs {
namespace {

// Adding 0 makes -0 positive, which turning would leave behind, and changes nothing else.
void store_vectors(std::span<const Vec3> vectors, const Vec3& factors, float* out) {
  for (const Vec3& vector : vectors) {
    *out++ = static_cast<float>(factors.x * vector.x) + 0.0f;
    *out++ = static_cast<float>(factors.y * vector.y) + 0.0f;
    *out++ = static_cast<float>(factors.z * vector.z) + 0.0f;
  }
}

Vec3 scale_signs(const Vec3& factors) {
  const auto sign = [](double factor) { return factor < 0 ? -1.0 : 1.0; };
  return {sign(factors.x), sign(factors.y), sign(factors.z)};
}

void store_normals(const PrimitiveVertices& vertices, const Vec3& signs, float* out) {
  const std::span<const float> constants = vertices.stored_normals();
  if (constants.empty()) return store_vectors(vertices.normals(), signs, out);
  const std::array<float, 3> of_axes{static_cast<float>(signs.x), static_cast<float>(signs.y),
                                     static_cast<float>(signs.z)};
  for (std::size_t i = 0; i < constants.size(); ++i) out[i] = of_axes[i % 3] * constants[i] + 0.0f;
}

void store_uvs(std::span<const UvPoint> points, float* out) {
  for (const UvPoint& point : points) {
    *out++ = static_cast<float>(point.u) + 0.0f;
    *out++ = static_cast<float>(point.v) + 0.0f;
  }
}

// A joint without weight is 0: readers warn of any other.
void store_influences(const InfluenceRuns& influences, std::uint16_t* joints, float* weights) {
  for (const InfluenceRun& run : influences.runs) {
    std::array<std::uint16_t, 4> run_joints{};
    std::array<float, 4> run_weights{};
    for (std::size_t i = 0; i < 4; ++i) {
      run_weights[i] = static_cast<float>(run.value.weights[i]);
      run_joints[i] = run_weights[i] == 0 ? std::uint16_t{0} : run.value.joints[i];
    }
    for (std::size_t vertex = run.begin; vertex < run.end; ++vertex) {
      std::copy(run_joints.begin(), run_joints.end(), joints + 4 * vertex);
      std::copy(run_weights.begin(), run_weights.end(), weights + 4 * vertex);
    }
  }
}

// The positions of a primitive, as computed and as stored.
struct Corners {
  std::span<const Vec3> exact;
  const float* stored;

  [[nodiscard]] const float* at(std::uint32_t vertex) const {
    return stored + std::size_t{3} * vertex;
  }
  [[nodiscard]] double square_distance(std::uint32_t a, std::uint32_t b) const {
    const Vec3 edge = exact[a] - exact[b];
    return dot(edge, edge);
  }

  [[nodiscard]] Vec3 stored_edge(std::uint32_t from, std::uint32_t to) const {
    const float* const a = at(from);
    const float* const b = at(to);
    return {double{b[0]} - a[0], double{b[1]} - a[1], double{b[2]} - a[2]};
  }
  // Whether the stored corners lie on one line, or two of them in one place. Products of binary32
  // neither overflow nor underflow in binary64.
  [[nodiscard]] bool on_a_line(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return cross(stored_edge(a, b), stored_edge(a, c)) == Vec3{};
  }

  // Whether two corners are in one place, or all on one line. Those of a pole are in one place up
  // to the rounding of sine and cosine: 1e-16 of the radius, which stays visible where the other
  // coordinates are 0.
  [[nodiscard]] bool are_degenerate(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    constexpr double negligible = 1e-10;
    const double ab = square_distance(a, b);
    const double bc = square_distance(b, c);
    const double ca = square_distance(c, a);
    const double least = std::min(ab, std::min(bc, ca));
    const double greatest = std::max(ab, std::max(bc, ca));
    return least <= negligible * negligible * greatest || on_a_line(a, b, c);
  }
};

// Writes the triangles that have an area, with other vertices where there are stand-ins, and
// returns how many indices they have.
std::uint32_t store_triangles(std::span<const TriangleRun> runs, const Corners& corners,
                              std::span<const std::uint32_t> stand_ins, std::uint32_t first_vertex,
                              std::uint32_t* out) {
  std::uint32_t* const begin = out;
  const auto stored = [&](std::uint32_t vertex) {
    return stand_ins.empty() ? vertex : stand_ins[vertex];
  };
  for (const TriangleRun& run : runs) {
    for (std::size_t i = 0; i < run.size(); i += 3) {
      const std::uint32_t a = stored(run[i]);
      const std::uint32_t b = stored(run[i + (run.turned ? 2u : 1u)]);
      const std::uint32_t c = stored(run[i + (run.turned ? 1u : 2u)]);
      if (corners.are_degenerate(a, b, c)) continue;
      *out++ = first_vertex + a;
      *out++ = first_vertex + b;
      *out++ = first_vertex + c;
    }
  }
  return static_cast<std::uint32_t>(out - begin);
}

void store_vertices(const EvaluatedPrimitive& primitive, const Vec3& factors,
                    const VertexArrays& arrays, std::size_t first) {
  store_vectors(primitive.vertices.positions(), factors, arrays.positions + 3 * first);
  store_normals(primitive.vertices, scale_signs(factors), arrays.normals + 3 * first);
  for (std::size_t set = 0; set < primitive.uvs.size(); ++set) {
    store_uvs(primitive.uvs[set], arrays.uv_sets[set] + 2 * first);
  }
  if (arrays.joints != nullptr) {
    store_influences(primitive.influences, arrays.joints + 4 * first, arrays.weights + 4 * first);
  }
}

// Whether every corner has a vertex of its own, as in implicit surfaces.
bool is_loose(const EvaluatedPrimitive& primitive) {
  std::size_t corners = 0;
  for (const TriangleRun& run : primitive.triangles) corners += run.size();
  return corners == primitive.vertices.count();
}

}  // namespace

bool is_finite(const StoredBounds& bounds) {
  const auto finite = [](float value) { return std::isfinite(value); };
  return std::all_of(bounds.min.begin(), bounds.min.end(), finite) &&
         std::all_of(bounds.max.begin(), bounds.max.end(), finite);
}

// Of equal values the first one counts, so that the sign of a zero depends on nothing else.
StoredBounds bounds_of(const float* positions, std::size_t count) {
  std::array<float, 3> min{positions[0], positions[1], positions[2]};
  std::array<float, 3> max = min;
  for (const float* position = positions; position != positions + 3 * count; position += 3) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      min[axis] = std::min(min[axis], position[axis]);
      max[axis] = std::max(max[axis], position[axis]);
    }
  }
  return {min, max};
}

CollectedPrimitive collect_primitive(const EvaluatedPrimitive& primitive,
                                     const CollectOptions& options, const VertexArrays& arrays,
                                     const PrimitivePlace& place) {
  const double factor = std::abs(options.factors.x);
  const CoarseShape coarse = coarse_shape(primitive, options.step, options.finds_error);
  store_vertices(primitive, options.factors, arrays, place.first_vertex);
  const float* const stored = arrays.positions + 3 * std::size_t{place.first_vertex};
  const Corners corners{primitive.vertices.positions(), stored};
  CollectedPrimitive collected;
  collected.bounds = bounds_of(stored, primitive.vertices.count());
  collected.error = factor * coarse.error;
  PrimitiveGroup& group = collected.group;
  group.id = primitive.task.primitive->id.value;
  group.first_index = place.first_index;
  group.index_count = store_triangles(primitive.triangles, corners, coarse.stand_ins,
                                      place.first_vertex, arrays.indices + place.first_index);
  group.shape = shape_of(primitive.task, factor);
  if (is_loose(primitive) && coarse.stand_ins.empty()) {
    mend_normals(arrays, group.first_index, group.index_count);
  }
  return collected;
}

}  // namespace rigy::outputs

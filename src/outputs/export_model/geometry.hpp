// The geometry of a scene as exports have it.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "export_model/collected_primitive.hpp"
#include "export_model/model.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

// A part of the scene with what its primitives contributed to it.
struct CollectedPart {
  Geometry geometry;                   // without indices if no triangle is left
  std::vector<PrimitiveGroup> groups;  // of primitives with triangles, in order
  std::size_t hash = 0;                // of the geometry
  double error = 0;                    // how far the full shape may be away, in stored lengths
};

struct CollectedParts {
  Buffer numbers;                    // of all geometries
  std::vector<CollectedPart> parts;  // of each part of the scene
};

// Evaluates the scene, outward and without degenerate triangles. Reports what evaluate_scene()
// reports, coordinates that the factors make too large, and lack of memory; then there are no
// parts.
[[nodiscard]] CollectedParts collect_parts(const Scene& scene, const CollectOptions& options,
                                           Diagnostics& diagnostics);

// How many bytes the numbers of such parts have.
[[nodiscard]] std::uint64_t size_of_numbers(const Scene& scene);

[[nodiscard]] std::size_t hash_of(const Geometry& geometry);
[[nodiscard]] bool are_equal(const Geometry& a, const Geometry& b);

// Whether UVs can be stored as shares of 1.
[[nodiscard]] bool fits_unit_square(std::span<const float> uvs);

// Reports coordinates of a mesh that the factors make too large.
void report_overflow(const Scene& scene, const StoredMesh& mesh, Diagnostics& diagnostics);

// The triangles of one group by themselves, without UV sets and influences. The positions and
// normals are those of the whole; `indices` becomes the memory of the others.
[[nodiscard]] Geometry geometry_of(const Geometry& whole, const PrimitiveGroup& group,
                                   std::vector<std::uint32_t>& indices);

// The joint with most weight at the corners of triangles; of equal ones the first.
[[nodiscard]] std::uint16_t strongest_joint(const Geometry& geometry,
                                            std::span<const std::uint32_t> indices);

// Sets the bounds to those of its positions, of which there are some.
void set_bounds(Geometry& geometry);

// Extends the bounds, or begins with these.
void join_bounds(const StoredBounds& bounds, bool is_first, Geometry& geometry);

// Keeps equal geometries once.
class GeometryStore {
 public:
  // `source` makes numbers that are made later.
  explicit GeometryStore(std::vector<Geometry>& geometries, const NumberSource* source = nullptr)
      : geometries_(geometries), source_(source) {}

  // The number of the geometry, or of the one that is equal to it.
  [[nodiscard]] std::uint32_t add(Geometry geometry, std::size_t hash);

 private:
  std::vector<Geometry>& geometries_;
  const NumberSource* source_;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
};

}  // namespace rigy::outputs

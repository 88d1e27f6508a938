#include "export_model/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "analyze/writable.hpp"
#include "common/parallel.hpp"
#include "evaluate/evaluate.hpp"
#include "export_model/coarse.hpp"
#include "export_model/collider_shape.hpp"
#include "export_model/weld.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::outputs {
namespace {

struct StoredBounds {
  std::array<float, 3> min{};
  std::array<float, 3> max{};
};

// Where the numbers of a part are written.
struct PartPlaces : VertexArrays {
  std::vector<std::optional<StoredBounds>> bounds;  // of each primitive, once it is stored
  std::vector<double> errors;                       // the same, of coarse shapes
};

std::uint64_t size_of(const StoredMesh& mesh, const ScenePart& part) {
  const std::uint64_t floats = 3 + 3 + 2 * mesh.uv_generators().size() + (mesh.skinned ? 4 : 0);
  const std::uint64_t joints = mesh.skinned ? 4 : 0;
  return part.vertex_count * (floats * sizeof(float) + joints * sizeof(std::uint16_t)) +
         std::uint64_t{part.index_count} * sizeof(std::uint32_t);
}

std::uint64_t size_of(const Scene& scene) {
  std::uint64_t size = 0;
  for (const StoredMesh& mesh : scene.meshes) {
    for (const ScenePart& part : mesh.parts()) size += size_of(mesh, part);
  }
  return size;
}

// Hands out memory from its beginning.
class MemoryBlock {
 public:
  explicit MemoryBlock(std::byte* begin) : next_(begin) {}

  template <class Number>
  Number* take(std::size_t count, std::span<const Number>& taken) {
    auto* const numbers = reinterpret_cast<Number*>(next_);
    next_ += count * sizeof(Number);
    taken = {numbers, count};
    return numbers;
  }

 private:
  std::byte* next_;
};

// Every array takes a multiple of four bytes, so that all are aligned.
PartPlaces place_part(const StoredMesh& mesh, const ScenePart& part, MemoryBlock& block,
                      Geometry& geometry) {
  const std::size_t vertices = part.vertex_count;
  PartPlaces places;
  places.positions = block.take(3 * vertices, geometry.positions);
  places.normals = block.take(3 * vertices, geometry.normals);
  geometry.uv_sets.resize(mesh.uv_generators().size());
  for (std::span<const float>& uvs : geometry.uv_sets) {
    places.uv_sets.push_back(block.take(2 * vertices, uvs));
  }
  if (mesh.skinned) {
    places.joints = block.take(4 * vertices, geometry.joints);
    places.weights = block.take(4 * vertices, geometry.weights);
  }
  places.indices = block.take(part.index_count, geometry.indices);
  places.bounds.resize(part.primitive_count);
  places.errors.resize(part.primitive_count);
  return places;
}

std::vector<PartPlaces> place_parts(const Scene& scene, Buffer& numbers,
                                    std::vector<CollectedPart>& parts) {
  std::vector<PartPlaces> places(parts.size());
  MemoryBlock block(numbers.data());
  for (const StoredMesh& mesh : scene.meshes) {
    std::size_t at = mesh.first_part;
    for (const ScenePart& part : mesh.parts()) {
      places[at] = place_part(mesh, part, block, parts[at].geometry);
      parts[at++].groups.resize(part.primitive_count);
    }
  }
  return places;
}

// Adding 0 makes -0 positive, which turning would leave behind, and changes nothing else.
void store_vectors(std::span<const Vec3> vectors, const Vec3& factors, float* out) {
  for (const Vec3& vector : vectors) {
    *out++ = static_cast<float>(factors.x * vector.x) + 0.0f;
    *out++ = static_cast<float>(factors.y * vector.y) + 0.0f;
    *out++ = static_cast<float>(factors.z * vector.z) + 0.0f;
  }
}

Vec3 signs_of(const Vec3& factors) {
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

void store_vertices(const EvaluatedPrimitive& primitive, const Vec3& factors,
                    const PartPlaces& places) {
  const std::size_t first = primitive.task.first_vertex;
  store_vectors(primitive.vertices.positions(), factors, places.positions + 3 * first);
  store_normals(primitive.vertices, signs_of(factors), places.normals + 3 * first);
  for (std::size_t set = 0; set < primitive.uvs.size(); ++set) {
    store_uvs(primitive.uvs[set], places.uv_sets[set] + 2 * first);
  }
  if (places.joints != nullptr) {
    store_influences(primitive.influences, places.joints + 4 * first, places.weights + 4 * first);
  }
}

// Whether every corner has a vertex of its own, as in implicit surfaces.
bool is_loose(const EvaluatedPrimitive& primitive) {
  std::size_t corners = 0;
  for (const TriangleRun& run : primitive.triangles) corners += run.size();
  return corners == primitive.vertices.count();
}

void collect(const EvaluatedPrimitive& primitive, const CollectOptions& options, PartPlaces& places,
             CollectedPart& part) {
  const PrimitiveTask& task = primitive.task;
  const Vec3& factors = options.factors;
  const CoarseShape coarse = coarse_shape(primitive, options.step);
  store_vertices(primitive, factors, places);
  const float* const stored = places.positions + 3 * std::size_t{task.first_vertex};
  const Primitive* const primitives = task.mesh->mesh->primitives.data();
  const std::size_t number =
      static_cast<std::size_t>(task.primitive - primitives) - task.part->first_primitive;
  places.bounds[number] = bounds_of(stored, primitive.vertices.count());
  const Corners corners{primitive.vertices.positions(), stored};
  part.groups[number] = {task.primitive->id.value, task.first_index,
                         store_triangles(primitive.triangles, corners, coarse.stand_ins,
                                         task.first_vertex, places.indices + task.first_index)};
  part.groups[number].shape = shape_of(task, std::abs(factors.x));
  places.errors[number] = std::abs(factors.x) * coarse.error;
  if (is_loose(primitive) && coarse.stand_ins.empty()) {
    mend_normals(places, task.first_index, part.groups[number].index_count);
  }
}

// Moves the triangles of all groups together.
void close_gaps(std::uint32_t* indices, CollectedPart& part) {
  std::erase_if(part.groups, [](const PrimitiveGroup& group) { return group.index_count == 0; });
  std::uint32_t end = 0;
  for (PrimitiveGroup& group : part.groups) {
    const std::uint32_t* const from = indices + group.first_index;
    if (group.first_index != end) std::copy_n(from, group.index_count, indices + end);
    group.first_index = end;
    end += group.index_count;
  }
  part.geometry.indices = part.geometry.indices.first(end);
}

void extend(Geometry& geometry, const StoredBounds& bounds) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    geometry.min[axis] = std::min(geometry.min[axis], bounds.min[axis]);
    geometry.max[axis] = std::max(geometry.max[axis], bounds.max[axis]);
  }
}

// Primitives with an error are not stored and have no bounds.
void join_bounds(std::span<const std::optional<StoredBounds>> of_primitives, Geometry& geometry) {
  bool is_first = true;
  for (const std::optional<StoredBounds>& bounds : of_primitives) {
    if (!bounds) continue;
    if (is_first) {
      geometry.min = bounds->min;
      geometry.max = bounds->max;
    } else {
      extend(geometry, *bounds);
    }
    is_first = false;
  }
}

bool is_finite(const Geometry& geometry) {
  const auto finite = [](float value) { return std::isfinite(value); };
  return std::all_of(geometry.min.begin(), geometry.min.end(), finite) &&
         std::all_of(geometry.max.begin(), geometry.max.end(), finite);
}

void report_overflow(const Scene& scene, std::span<const CollectedPart> parts,
                     Diagnostics& diagnostics) {
  for (const StoredMesh& mesh : scene.meshes) {
    const auto of_mesh = parts.subspan(mesh.first_part, mesh.parts().size());
    if (std::all_of(of_mesh.begin(), of_mesh.end(),
                    [](const CollectedPart& part) { return is_finite(part.geometry); })) {
      continue;
    }
    scene.assembly->reporter(*mesh.asset, diagnostics)
        .report(Code::HugeCoordinate, mesh.mesh->node,
                "at this scale coordinates of mesh '{}' do not fit in binary32",
                mesh.mesh->id.value)
        .help("coordinates must stay below 3.4e38");
  }
}

template <class Number>
std::size_t hash_of_bytes(std::span<Number> numbers) {
  const auto bytes = std::as_bytes(numbers);
  return base::hash_of(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

bool are_equal(const Geometry& a, const Geometry& b) {
  const auto equal = [](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  return equal(a.positions, b.positions) && equal(a.normals, b.normals) &&
         std::equal(a.uv_sets.begin(), a.uv_sets.end(), b.uv_sets.begin(), b.uv_sets.end(),
                    equal) &&
         equal(a.joints, b.joints) && equal(a.weights, b.weights) && equal(a.indices, b.indices);
}

}  // namespace

CollectedParts collect_parts(const Scene& scene, const CollectOptions& options,
                             Diagnostics& diagnostics) {
  const std::uint64_t size = size_of(scene);
  Buffer numbers(static_cast<std::size_t>(size));
  if (numbers.size() != size) {
    report_no_memory(diagnostics);
    return {};
  }
  std::vector<CollectedPart> parts(scene.part_count);
  std::vector<PartPlaces> places = place_parts(scene, numbers, parts);
  const SurfaceLevel surfaces = coarse_surfaces(scene, options.step, options.threads);
  static_cast<void>(evaluate_scene(
      scene, {Winding::Outward, options.threads, &surfaces},
      [&](const EvaluatedPrimitive& primitive) {
        const std::uint32_t part = primitive.task.part_number;
        collect(primitive, options, places[part], parts[part]);
      },
      diagnostics));
  for (std::size_t i = 0; i < parts.size(); ++i) join_bounds(places[i].bounds, parts[i].geometry);
  report_overflow(scene, parts, diagnostics);
  if (diagnostics.has_errors()) return {};
  parallel_for(parts.size(), options.threads, [&](unsigned, std::size_t i) {
    close_gaps(places[i].indices, parts[i]);
    weld(places[i], parts[i].groups, parts[i].geometry);
    if (!parts[i].groups.empty()) set_bounds(parts[i].geometry);
    parts[i].hash = hash_of(parts[i].geometry);
    for (const double error : places[i].errors) parts[i].error = std::max(parts[i].error, error);
  });
  return {std::move(numbers), std::move(parts)};
}

std::size_t hash_of(const Geometry& geometry) {
  // Normals and indices only repeat what positions and the number of triangles say of a shape.
  std::uint64_t hash = base::hash_of({hash_of_bytes(geometry.positions), geometry.indices.size()});
  const auto add = [&hash](const auto& numbers) {
    hash = base::hash_of({hash, hash_of_bytes(numbers)});
  };
  for (const auto& uv : geometry.uv_sets) add(uv);
  // Equal shapes that follow different bones are common.
  add(geometry.joints);
  add(geometry.weights);
  return static_cast<std::size_t>(hash);
}

Geometry geometry_of(const Geometry& whole, const PrimitiveGroup& group,
                     std::vector<std::uint32_t>& indices) {
  const auto of_whole = whole.indices.subspan(group.first_index, group.index_count);
  const std::uint32_t first = *std::min_element(of_whole.begin(), of_whole.end());
  const std::size_t count = *std::max_element(of_whole.begin(), of_whole.end()) - first + 1;
  for (const std::uint32_t index : of_whole) indices.push_back(index - first);
  Geometry part;
  part.positions = whole.positions.subspan(3 * std::size_t{first}, 3 * count);
  part.normals = whole.normals.subspan(3 * std::size_t{first}, 3 * count);
  part.indices = indices;
  part.first_vertex = first;
  set_bounds(part);
  return part;
}

void set_bounds(Geometry& geometry) {
  const StoredBounds bounds = bounds_of(geometry.positions.data(), geometry.vertex_count());
  geometry.min = bounds.min;
  geometry.max = bounds.max;
}

std::uint32_t GeometryStore::add(Geometry geometry, std::size_t hash) {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    if (are_equal(geometries_[known->second], geometry)) return known->second;
  }
  const auto number = static_cast<std::uint32_t>(geometries_.size());
  by_hash_.emplace(hash, number);
  geometries_.push_back(std::move(geometry));
  return number;
}

}  // namespace rigy::outputs

#include "export/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "base/parallel.hpp"
#include "base/text_hash.hpp"
#include "evaluate/evaluate.hpp"

namespace rigy {
namespace {

CollectedPart make_room(const SceneMesh& mesh, const ScenePart& part) {
  CollectedPart made;
  Geometry& geometry = made.geometry;
  const std::size_t vertices = part.vertex_count;
  geometry.positions.resize(3 * vertices);
  geometry.normals.resize(3 * vertices);
  geometry.uv_sets.assign(mesh.uv_generators.size(), std::vector<float>(2 * vertices));
  if (mesh.skinned) {
    geometry.joints.resize(4 * vertices);
    geometry.weights.resize(4 * vertices);
  }
  geometry.indices.resize(part.index_count);
  made.groups.resize(part.primitive_count);
  return made;
}

// Getting the memory takes as long as filling it, so threads share that too.
std::vector<CollectedPart> make_room(const Scene& scene, unsigned threads) {
  std::vector<CollectedPart> parts(scene.parts.size());
  parallel_for(scene.meshes.size(), threads, [&](unsigned, std::size_t i) {
    const SceneMesh& mesh = scene.meshes[i];
    std::size_t at = mesh.first_part;
    for (const ScenePart& part : scene.parts_of(mesh)) parts[at++] = make_room(mesh, part);
  });
  return parts;
}

void store_positions(std::span<const Vec3> positions, double scale, float* out) {
  for (const Vec3& position : positions) {
    *out++ = static_cast<float>(scale * position.x);
    *out++ = static_cast<float>(scale * position.y);
    *out++ = static_cast<float>(scale * position.z);
  }
}

void store_normals(const PrimitiveVertices& vertices, float* out) {
  const std::span<const float> constants = vertices.stored_normals();
  if (constants.empty()) {
    store_positions(vertices.normals(), 1, out);
  } else {
    std::copy(constants.begin(), constants.end(), out);
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
  [[nodiscard]] bool same_place(std::uint32_t a, std::uint32_t b) const {
    return std::equal(at(a), at(a) + 3, at(b));
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
  // Whether the stored corners lie on one line. Products of binary32 neither overflow nor underflow
  // in binary64.
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
    if (std::min({ab, bc, ca}) <= negligible * negligible * std::max({ab, bc, ca})) return true;
    return same_place(a, b) || same_place(b, c) || same_place(c, a) || on_a_line(a, b, c);
  }
};

// Writes the triangles that have an area and returns how many indices they have.
std::uint32_t store_triangles(std::span<const TriangleRun> runs, const Corners& corners,
                              std::uint32_t first_vertex, std::uint32_t* out) {
  std::uint32_t* const begin = out;
  for (const TriangleRun& run : runs) {
    for (std::size_t i = 0; i < run.size(); i += 3) {
      const std::uint32_t a = run[i];
      const std::uint32_t b = run[i + (run.turned ? 2u : 1u)];
      const std::uint32_t c = run[i + (run.turned ? 1u : 2u)];
      if (corners.are_degenerate(a, b, c)) continue;
      *out++ = first_vertex + a;
      *out++ = first_vertex + b;
      *out++ = first_vertex + c;
    }
  }
  return static_cast<std::uint32_t>(out - begin);
}

void collect(const EvaluatedPrimitive& primitive, const ScenePart& scene_part, double scale,
             CollectedPart& part) {
  const PrimitiveTask& task = primitive.task;
  const std::size_t first = task.first_vertex;
  Geometry& geometry = part.geometry;
  store_positions(primitive.vertices.positions(), scale, &geometry.positions[3 * first]);
  store_normals(primitive.vertices, &geometry.normals[3 * first]);
  for (std::size_t set = 0; set < geometry.uv_sets.size(); ++set) {
    float* out = &geometry.uv_sets[set][2 * first];
    for (const UvPoint& point : primitive.uvs[set]) {
      *out++ = static_cast<float>(point.u);
      *out++ = static_cast<float>(point.v);
    }
  }
  if (!geometry.joints.empty()) {
    store_influences(primitive.influences, &geometry.joints[4 * first],
                     &geometry.weights[4 * first]);
  }
  const Primitive* const primitives = task.mesh->mesh->primitives.data();
  PrimitiveGroup& group = part.groups[static_cast<std::size_t>(task.primitive - primitives) -
                                      scene_part.first_primitive];
  group.id = task.primitive->id.value;
  group.first_index = task.first_index;
  const Corners corners{primitive.vertices.positions(), &geometry.positions[3 * first]};
  group.index_count = store_triangles(primitive.triangles, corners, task.first_vertex,
                                      geometry.indices.data() + task.first_index);
}

// Moves the triangles of all groups together.
void close_gaps(CollectedPart& part) {
  std::vector<std::uint32_t>& indices = part.geometry.indices;
  std::erase_if(part.groups, [](const PrimitiveGroup& group) { return group.index_count == 0; });
  std::uint32_t end = 0;
  for (PrimitiveGroup& group : part.groups) {
    const std::uint32_t* const from = indices.data() + group.first_index;
    if (group.first_index != end) std::copy_n(from, group.index_count, indices.data() + end);
    group.first_index = end;
    end += group.index_count;
  }
  indices.resize(end);
}

void find_bounds(Geometry& geometry) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float least = geometry.positions[axis];
    float greatest = least;
    for (std::size_t i = axis; i < geometry.positions.size(); i += 3) {
      least = std::min(least, geometry.positions[i]);
      greatest = std::max(greatest, geometry.positions[i]);
    }
    geometry.min[axis] = least;
    geometry.max[axis] = greatest;
  }
}

bool is_finite(const Geometry& geometry) {
  const auto finite = [](float value) { return std::isfinite(value); };
  return std::all_of(geometry.min.begin(), geometry.min.end(), finite) &&
         std::all_of(geometry.max.begin(), geometry.max.end(), finite);
}

void report_overflow(const Scene& scene, std::span<const CollectedPart> parts,
                     Diagnostics& diagnostics) {
  for (const SceneMesh& mesh : scene.meshes) {
    const auto of_mesh = parts.subspan(mesh.first_part, mesh.part_count);
    if (std::all_of(of_mesh.begin(), of_mesh.end(),
                    [](const CollectedPart& part) { return is_finite(part.geometry); })) {
      continue;
    }
    scene.assembly->reporter(*mesh.asset, diagnostics)
        .report(Code::X13, mesh.mesh->node,
                "at this scale coordinates of mesh '{}' do not fit in binary32",
                mesh.mesh->id.value)
        .help("coordinates must stay below 3.4e38");
  }
}

template <class Number>
std::size_t hash_of(const std::vector<Number>& numbers) {
  return rigy::hash_of(std::string_view(reinterpret_cast<const char*>(numbers.data()),
                                        numbers.size() * sizeof(Number)));
}

}  // namespace

std::vector<CollectedPart> collect_parts(const Scene& scene, double scale, unsigned threads,
                                         Diagnostics& diagnostics) {
  std::vector<CollectedPart> parts = make_room(scene, threads);
  static_cast<void>(evaluate_scene(
      scene, {Winding::Outward, threads},
      [&](const EvaluatedPrimitive& primitive) {
        const std::uint32_t part = primitive.task.part;
        collect(primitive, scene.parts[part], scale, parts[part]);
      },
      diagnostics));
  parallel_for(parts.size(), threads, [&](unsigned, std::size_t i) {
    close_gaps(parts[i]);
    find_bounds(parts[i].geometry);
    parts[i].hash = rigy::hash_of(parts[i].geometry);
  });
  report_overflow(scene, parts, diagnostics);
  return parts;
}

std::size_t hash_of(const Geometry& geometry) {
  // Indices only repeat what positions and their number say of a shape.
  return hash_of(geometry.positions) + 3 * geometry.indices.size();
}

Geometry geometry_of(const Geometry& whole, const PrimitiveGroup& group) {
  const auto indices = std::span(whole.indices).subspan(group.first_index, group.index_count);
  const std::uint32_t first = *std::min_element(indices.begin(), indices.end());
  const std::size_t count = *std::max_element(indices.begin(), indices.end()) - first + 1;
  const auto vectors = [&](std::span<const float> of_whole) {
    const std::span<const float> own = of_whole.subspan(3 * std::size_t{first}, 3 * count);
    return std::vector<float>(own.begin(), own.end());
  };
  Geometry part;
  part.positions = vectors(whole.positions);
  part.normals = vectors(whole.normals);
  for (const std::uint32_t index : indices) part.indices.push_back(index - first);
  find_bounds(part);
  return part;
}

std::uint32_t GeometryStore::add(Geometry geometry, std::size_t hash) {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    if (geometries_[known->second] == geometry) return known->second;
  }
  const auto number = static_cast<std::uint32_t>(geometries_.size());
  by_hash_.emplace(hash, number);
  geometries_.push_back(std::move(geometry));
  return number;
}

}  // namespace rigy

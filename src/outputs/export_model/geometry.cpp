#include "export_model/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "analyze/writable.hpp"
#include "common/parallel.hpp"
#include "evaluate/evaluate.hpp"
#include "export_model/coarse.hpp"
#include "export_model/number_source.hpp"
#include "export_model/weld.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::outputs {
namespace {

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

// Primitives with an error are not stored and have no bounds.
void join_bounds(std::span<const std::optional<StoredBounds>> of_primitives, Geometry& geometry) {
  bool is_first = true;
  for (const std::optional<StoredBounds>& bounds : of_primitives) {
    if (!bounds) continue;
    join_bounds(*bounds, is_first, geometry);
    is_first = false;
  }
}

void report_overflows(const Scene& scene, std::span<const CollectedPart> parts,
                      Diagnostics& diagnostics) {
  for (const StoredMesh& mesh : scene.meshes) {
    const auto of_mesh = parts.subspan(mesh.first_part, mesh.parts().size());
    if (!std::all_of(of_mesh.begin(), of_mesh.end(), [](const CollectedPart& part) {
          return is_finite({part.geometry.min, part.geometry.max});
        })) {
      report_overflow(scene, mesh, diagnostics);
    }
  }
}

template <class Number>
std::size_t hash_of_bytes(std::span<Number> numbers) {
  const auto bytes = std::as_bytes(numbers);
  return base::hash_of(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void collect(const EvaluatedPrimitive& primitive, const CollectOptions& options, PartPlaces& places,
             CollectedPart& part) {
  const PrimitiveTask& task = primitive.task;
  const Primitive* const primitives = task.mesh->mesh->primitives.data();
  const std::size_t number =
      static_cast<std::size_t>(task.primitive - primitives) - task.part->first_primitive;
  const CollectedPrimitive collected =
      collect_primitive(primitive, options, places, {task.first_vertex, task.first_index});
  part.groups[number] = collected.group;
  places.bounds[number] = collected.bounds;
  places.errors[number] = collected.error;
}

// Parts are only shared if their primitives are equal one by one.
std::size_t hash_of(const CollectedPart& part) {
  std::uint64_t hash = outputs::hash_of(part.geometry);
  for (const PrimitiveGroup& group : part.groups) hash = base::hash_of({hash, group.index_count});
  return static_cast<std::size_t>(hash);
}

}  // namespace

void join_bounds(const StoredBounds& bounds, bool is_first, Geometry& geometry) {
  if (is_first) {
    geometry.min = bounds.min;
    geometry.max = bounds.max;
    return;
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    geometry.min[axis] = std::min(geometry.min[axis], bounds.min[axis]);
    geometry.max[axis] = std::max(geometry.max[axis], bounds.max[axis]);
  }
}

std::uint64_t size_of_numbers(const Scene& scene) {
  std::uint64_t size = 0;
  for (const StoredMesh& mesh : scene.meshes) {
    for (const ScenePart& part : mesh.parts()) size += size_of(mesh, part);
  }
  return size;
}

void report_overflow(const Scene& scene, const StoredMesh& mesh, Diagnostics& diagnostics) {
  scene.assembly->reporter(*mesh.asset, diagnostics)
      .report(Code::HugeCoordinate, mesh.mesh->node,
              "at this scale coordinates of mesh '{}' do not fit in binary32", mesh.mesh->id.value)
      .help("coordinates must stay below 3.4e38");
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

CollectedParts collect_parts(const Scene& scene, const CollectOptions& options,
                             Diagnostics& diagnostics) {
  const std::uint64_t size = size_of_numbers(scene);
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
  report_overflows(scene, parts, diagnostics);
  if (diagnostics.has_errors()) return {};
  parallel_for(parts.size(), options.threads, [&](unsigned, std::size_t i) {
    close_gaps(places[i].indices, parts[i]);
    weld(places[i], parts[i].groups, parts[i].geometry);
    if (!parts[i].groups.empty()) set_bounds(parts[i].geometry);
    parts[i].hash = hash_of(parts[i]);
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

bool fits_unit_square(std::span<const float> uvs) {
  return std::all_of(uvs.begin(), uvs.end(), [](float value) { return value >= 0 && value <= 1; });
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

std::uint16_t strongest_joint(const Geometry& geometry, std::span<const std::uint32_t> indices) {
  std::map<std::uint16_t, double> sums;
  for (const std::uint32_t vertex : indices) {
    for (std::size_t i = 4 * std::size_t{vertex}; i < 4 * (std::size_t{vertex} + 1); ++i) {
      sums[geometry.joints[i]] += double{geometry.weights[i]};
    }
  }
  const auto strongest = std::max_element(
      sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return strongest->first;
}

void set_bounds(Geometry& geometry) {
  const StoredBounds bounds = bounds_of(geometry.positions.data(), geometry.vertex_count());
  geometry.min = bounds.min;
  geometry.max = bounds.max;
}

std::uint32_t GeometryStore::add(Geometry geometry, std::size_t hash) {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    const Geometry& one = geometries_[known->second];
    if (source_ == nullptr ? are_equal(one, geometry) : source_->are_equal(one, geometry)) {
      return known->second;
    }
  }
  const auto number = static_cast<std::uint32_t>(geometries_.size());
  by_hash_.emplace(hash, number);
  geometries_.push_back(std::move(geometry));
  return number;
}

}  // namespace rigy::outputs

#include "export_model/weld.hpp"

#include <algorithm>
#include <cstddef>

#include "export_model/distinct.hpp"
#include "export_model/motion.hpp"

namespace rigy::outputs {
namespace {

class Welder {
 public:
  Welder(const VertexArrays& arrays, std::size_t vertices)
      : arrays_(arrays), numbers_(vertices, no_index) {}

  // Primitives come in the order of their vertices.
  void add(std::span<std::uint32_t> indices) {
    std::uint32_t first = no_index;
    std::uint32_t last = 0;
    for (const std::uint32_t vertex : indices) {
      first = std::min(first, vertex);
      last = std::max(last, vertex);
      numbers_[vertex] = 0;
    }
    equal_.clear(last - first + 1);
    for (std::uint32_t vertex = first; vertex <= last; ++vertex) {
      if (numbers_[vertex] == 0) numbers_[vertex] = keep(vertex);
    }
    for (std::uint32_t& index : indices) index = numbers_[index];
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }

 private:
  std::uint32_t keep(std::uint32_t vertex) {
    move(vertex, count_);
    const std::uint32_t known = equal_.first_equal(
        count_, hash_of(count_), [&](std::uint32_t one) { return are_equal(one, count_); });
    if (known == count_) ++count_;
    return known;
  }

  // Calls work(array, numbers per vertex) for all data of vertices.
  template <class Work>
  void each_array(const Work& work) const {
    work(arrays_.positions, std::size_t{3});
    work(arrays_.normals, std::size_t{3});
    for (float* uvs : arrays_.uv_sets) work(uvs, std::size_t{2});
    if (arrays_.joints == nullptr) return;
    work(arrays_.joints, std::size_t{4});
    work(arrays_.weights, std::size_t{4});
  }

  void move(std::size_t from, std::size_t to) const {
    if (from == to) return;
    each_array([&](auto* numbers, std::size_t width) {
      std::copy_n(numbers + width * from, width, numbers + width * to);
    });
  }

  // Few vertices of a primitive are at the same place, so the rest is only compared.
  [[nodiscard]] std::size_t hash_of(std::size_t vertex) const {
    return base::hash_of(bytes_of(arrays_.positions + 3 * vertex, 3));
  }

  [[nodiscard]] bool are_equal(std::size_t a, std::size_t b) const {
    bool equal = true;
    each_array([&](const auto* numbers, std::size_t width) {
      equal = equal && bytes_of(numbers + width * a, width) == bytes_of(numbers + width * b, width);
    });
    return equal;
  }

  const VertexArrays& arrays_;
  std::vector<std::uint32_t> numbers_;  // of each vertex; no_index: not used
  DistinctVertices equal_;              // of the primitive
  std::uint32_t count_ = 0;
};

Vec3 vector_at(const float* numbers, std::uint32_t vertex) {
  const float* const v = numbers + std::size_t{3} * vertex;
  return {v[0], v[1], v[2]};
}

// Not 0: no triangle of the model is degenerate.
Vec3 normal_of(const float* positions, const std::uint32_t* triangle) {
  const Vec3 corner = vector_at(positions, triangle[0]);
  return direction_of(cross(vector_at(positions, triangle[1]) - corner,
                            vector_at(positions, triangle[2]) - corner));
}

}  // namespace

void weld(const VertexArrays& arrays, std::span<const PrimitiveGroup> groups, Geometry& geometry) {
  Welder welder(arrays, geometry.vertex_count());
  for (const PrimitiveGroup& group : groups) {
    welder.add({arrays.indices + group.first_index, group.index_count});
  }
  const std::size_t count = welder.count();
  geometry.positions = geometry.positions.first(3 * count);
  geometry.normals = geometry.normals.first(3 * count);
  for (std::span<const float>& uvs : geometry.uv_sets) uvs = uvs.first(2 * count);
  if (geometry.joints.empty()) return;
  geometry.joints = geometry.joints.first(4 * count);
  geometry.weights = geometry.weights.first(4 * count);
}

void mend_normals(const VertexArrays& arrays, std::uint32_t first, std::uint32_t count) {
  for (std::uint32_t i = first; i < first + count; i += 3) {
    const std::uint32_t* const triangle = arrays.indices + i;
    const Vec3 own = normal_of(arrays.positions, triangle);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      if (dot(own, vector_at(arrays.normals, triangle[corner])) >= 0) continue;
      float* const normal = arrays.normals + std::size_t{3} * triangle[corner];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        normal[axis] = static_cast<float>(own[axis]) + 0.0f;
      }
    }
  }
}

}  // namespace rigy::outputs

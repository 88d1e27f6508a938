#include "export_model/flat.hpp"

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "export_model/merge.hpp"
#include "export_model/motion.hpp"
#include "export_model/weld.hpp"

namespace rigy::outputs {
namespace {

// The numbers of a vertex for each corner of each triangle.
template <class Number>
std::vector<Number> spread(std::span<const Number> numbers, std::size_t width,
                           std::span<const std::uint32_t> indices) {
  std::vector<Number> out;
  if (numbers.empty()) return out;
  out.reserve(width * indices.size());
  for (const std::uint32_t index : indices) {
    const auto vertex = numbers.subspan(width * index, width);
    out.insert(out.end(), vertex.begin(), vertex.end());
  }
  return out;
}

Vec3 corner_at(std::span<const float> positions, std::size_t corner) {
  return {positions[3 * corner], positions[3 * corner + 1], positions[3 * corner + 2]};
}

std::vector<float> normals_of(std::span<const float> corners) {
  std::vector<float> normals;
  normals.reserve(corners.size());
  for (std::size_t i = 0; i < corners.size() / 3; i += 3) {
    const Vec3 a = corner_at(corners, i);
    const Vec3 normal =
        direction_of(cross(corner_at(corners, i + 1) - a, corner_at(corners, i + 2) - a));
    for (int corner = 0; corner < 3; ++corner) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        normals.push_back(static_cast<float>(normal[axis]) + 0.0f);
      }
    }
  }
  return normals;
}

void shade_numbers_flat(ExportModel& model) {
  std::vector<std::uint32_t> flat(model.geometries.size(), no_index);
  for (ExportMesh& mesh : model.meshes) {
    for (ExportPart& part : mesh.parts) {
      std::uint32_t& known = flat[part.geometry];
      if (known == no_index) {
        known = static_cast<std::uint32_t>(model.geometries.size());
        Geometry made = flat_geometry(model.geometries[part.geometry], part.groups, model.own);
        model.geometries.push_back(std::move(made));
      }
      part.geometry = known;
    }
  }
}

}  // namespace

Geometry flat_geometry(const Geometry& smooth, std::span<const PrimitiveGroup> groups,
                       OwnNumbers& own) {
  const std::span<const std::uint32_t> indices = smooth.indices;
  Geometry flat;
  VertexArrays arrays;
  const auto keep = [&](auto numbers, auto*& place, auto& span) {
    place = numbers.data();
    span = own.keep(std::move(numbers));
  };
  keep(spread(smooth.positions, 3, indices), arrays.positions, flat.positions);
  keep(normals_of(flat.positions), arrays.normals, flat.normals);
  for (const std::span<const float> uvs : smooth.uv_sets) {
    keep(spread(uvs, 2, indices), arrays.uv_sets.emplace_back(), flat.uv_sets.emplace_back());
  }
  if (!smooth.joints.empty()) {
    keep(spread(smooth.joints, 4, indices), arrays.joints, flat.joints);
    keep(spread(smooth.weights, 4, indices), arrays.weights, flat.weights);
  }
  std::vector<std::uint32_t> corners(indices.size());
  std::iota(corners.begin(), corners.end(), 0u);
  keep(std::move(corners), arrays.indices, flat.indices);
  flat.min = smooth.min;
  flat.max = smooth.max;
  weld(arrays, groups, flat);
  return flat;
}

void shade_flat(ExportModel& model) {
  if (model.source == nullptr) shade_numbers_flat(model);
  drop_unused_geometries(model);
}

}  // namespace rigy::outputs

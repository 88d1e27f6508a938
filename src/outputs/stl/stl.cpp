// The shape of the model as binary STL: triangles and nothing else.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "canonical/little_endian.hpp"
#include "export_model/files.hpp"
#include "export_model/motion.hpp"

namespace rigy::outputs {
namespace {

constexpr std::size_t header_size = 80;
constexpr std::size_t triangle_size = 50;

Vec3 position(const Geometry& geometry, std::uint32_t vertex, bool z_is_up) {
  const float* const p = &geometry.positions[3 * std::size_t{vertex}];
  return z_is_up ? Vec3{p[0], -p[2], p[1]} : Vec3{p[0], p[1], p[2]};
}

// Zero if the corners are on a line.
Vec3 normal_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = cross(b - a, c - a);
  return normal == Vec3{} ? normal : direction_of(normal);
}

// Without -0, which products of a normal may be.
std::byte* put_vector(std::byte* out, const Vec3& vector) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out = put(out, static_cast<float>(vector[axis]) + 0.0f);
  }
  return out;
}

std::byte* put_triangles(std::byte* out, const Geometry& geometry, bool z_is_up) {
  const std::span<const std::uint32_t> indices = geometry.indices;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const Vec3 a = position(geometry, indices[i], z_is_up);
    const Vec3 b = position(geometry, indices[i + 1], z_is_up);
    const Vec3 c = position(geometry, indices[i + 2], z_is_up);
    out = put_vector(out, normal_of(a, b, c));
    for (const Vec3& corner : {a, b, c}) out = put_vector(out, corner);
    out = put(out, std::uint16_t{0});
  }
  return out;
}

template <class Work>
void for_each_geometry(const ExportModel& model, const Work& work) {
  for (const ExportNode& node : model.nodes) {
    if (node.kind != ExportNodeKind::Mesh) continue;
    for (const ExportPart& part : model.meshes[node.mesh].parts) {
      work(model.geometries[part.geometry]);
    }
  }
}

}  // namespace

std::vector<ExportedFile> export_as_stl(const ExportInput& input) {
  const ExportModel& model = input.model;
  std::size_t triangles = 0;
  for_each_geometry(model,
                    [&](const Geometry& geometry) { triangles += geometry.indices.size() / 3; });
  // Not "solid": the text form of the format begins with that word.
  std::string bytes = "Rigy";
  bytes.resize(header_size + sizeof(std::uint32_t) + triangles * triangle_size);
  std::byte* out = reinterpret_cast<std::byte*>(bytes.data()) + header_size;
  out = put(out, static_cast<std::uint32_t>(triangles));
  for_each_geometry(
      model, [&](const Geometry& geometry) { out = put_triangles(out, geometry, model.z_is_up); });
  return one_file(input.name + ".stl", std::move(bytes));
}

}  // namespace rigy::outputs

#include "evaluate/uv.hpp"

#include <cstddef>

#include "shapes/rings.hpp"

namespace rigy::evaluation {
namespace {

constexpr double columns_of_ring = ring_columns;

void planar(std::span<const Vec3> positions, std::vector<UvPoint>& out) {
  for (const Vec3& position : positions) out.push_back({position.x, position.y});
}

// The faces of a box in the order of its vertices: +x −x +y −y +z −z.
UvPoint on_face(std::size_t face, const Vec3& p) {
  switch (face) {
    case 0:
      return {-p.z, p.y};
    case 1:
      return {p.z, p.y};
    case 2:
      return {p.x, -p.z};
    case 3:
      return {p.x, p.z};
    case 4:
      return {p.x, p.y};
    default:
      return {-p.x, p.y};
  }
}

void box_project(std::span<const Vec3> positions, std::vector<UvPoint>& out) {
  for (std::size_t i = 0; i < positions.size(); ++i) out.push_back(on_face(i / 4, positions[i]));
}

void add_ring(double v, std::vector<UvPoint>& out) {
  for (std::size_t column = 0; column < ring_size; ++column) {
    out.push_back({static_cast<double>(column) / columns_of_ring, v});
  }
}

void sphere_latlong(std::vector<UvPoint>& out) {
  for (int latitude = 0; latitude <= 16; ++latitude) add_ring(latitude / 16.0, out);
}

void add_cap(std::vector<UvPoint>& out) {
  out.push_back({0.5, 0.5});
  for (const CircleEntry& phi : columns) {
    out.push_back({0.5 + 0.5 * phi.cos, 0.5 + 0.5 * phi.sin});
  }
}

void cylindrical(std::vector<UvPoint>& out) {
  add_ring(0, out);
  add_ring(1, out);
  add_cap(out);
  add_cap(out);
}

// The last ring of the top and the first of the body are both ring 8.
void capsule_cyl_latlong(std::vector<UvPoint>& out) {
  for (int ring = 0; ring <= 8; ++ring) add_ring(ring / 24.0, out);
  for (int ring = 8; ring <= 24; ++ring) add_ring(ring / 24.0, out);
}

}  // namespace

void generate_uvs(UvGenerator generator, std::span<const Vec3> positions,
                  std::vector<UvPoint>& out) {
  out.clear();
  out.reserve(positions.size());
  switch (generator) {
    case UvGenerator::PlanarXy:
      return planar(positions, out);
    case UvGenerator::BoxProject:
      return box_project(positions, out);
    case UvGenerator::SphereLatlong:
      return sphere_latlong(out);
    case UvGenerator::Cylindrical:
      return cylindrical(out);
    case UvGenerator::CapsuleCylLatlong:
      return capsule_cyl_latlong(out);
  }
}

}  // namespace rigy::evaluation

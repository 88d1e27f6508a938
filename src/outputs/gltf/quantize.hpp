// Vertices in fewer bytes (KHR_mesh_quantization): positions in 16 bits for each axis, or in 14 of
// these if they are compressed after that; normals in 8.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "export_model/model.hpp"

namespace rigy::outputs {

// A stored position times `scale`, moved by `center`, is the position.
struct StoredSpace {
  Vec3 center;
  double scale = 1;
};

// What meshes with a geometry or a skeleton in common share.
struct Quantization {
  bool is_for_compression = false;
  std::vector<StoredSpace> of_mesh;
  std::vector<StoredSpace> of_geometry;
  std::vector<StoredSpace> of_skeleton;
};

[[nodiscard]] Quantization plan_quantization(const ExportModel& model);

// How far positions are off at most, in meters times the scale of the export.
[[nodiscard]] double position_error(const ExportModel& model);

[[nodiscard]] std::int16_t stored_coordinate(float value, double center, double scale);
// 127 times a vector of about unit length: of the nearest ones, that of the best length.
[[nodiscard]] std::array<std::int8_t, 3> stored_normal(const float* normal);
// The same direction on an octahedron: x and y, and 127, where x and y of its lower half are folded
// out. Decoders of EXT_meshopt_compression make a vector of it.
[[nodiscard]] std::array<std::int8_t, 3> octahedral_normal(const float* normal);

}  // namespace rigy::outputs

#include "shapes/implicit_surface.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "common/parallel.hpp"
#include "common/unreachable.hpp"
#include "implicit/vertices.hpp"
#include "math/lengths.hpp"
#include "math/rotation.hpp"
#include "shapes/tessellate.hpp"

namespace rigy::model {
namespace {

constexpr double shortest_axis = 1e-12;

bool is_positive(const Number& number) {
  return number.given() && number.value > 0 && std::isfinite(number.value);
}

bool is_finite(const Mat3& matrix) {
  for (const auto& row : matrix.rows) {
    for (const double element : row) {
      if (!std::isfinite(element)) return false;
    }
  }
  return true;
}

// Unlike in a primitive's rotation, only a quaternion is made canonical.
std::optional<Mat3> op_rotation(const Rotation& rotation) {
  switch (rotation.form) {
    case RotationForm::Euler:
    case RotationForm::Degrees:
      return euler_rotation(rotation.vector);
    case RotationForm::AxisAngle:
      if (!(length(rotation.vector) > shortest_axis)) return std::nullopt;
      return matrix_from_axis_angle(rotation.vector, rotation.degrees * radians_per_degree);
    case RotationForm::Quaternion:
      if (!(quaternion_length(rotation.quaternion) > shortest_axis)) return std::nullopt;
      return matrix_from_quaternion(canonical_quaternion(rotation.quaternion));
  }
  unreachable();
}

// Nothing if the scale is not a single number above zero.
std::optional<double> op_scale(const Point& scale) {
  if (!scale.given()) return 1;
  const double x = scale.value.x;
  if (!is_uniform(scale.value) || !std::isfinite(x)) return std::nullopt;
  return x;
}

// The number of corners; nothing if there is no grid.
std::optional<std::uint64_t> corner_count(const SurfaceFields& surface) {
  std::uint64_t corners = 1;
  for (const Count& count : surface.grid) {
    if (!count.given() || count.value < 2) return std::nullopt;
    if (static_cast<std::uint64_t>(count.value) > max_grid_corners) return std::nullopt;
    corners *= static_cast<std::uint64_t>(count.value);
    if (corners > max_grid_corners) return std::nullopt;
  }
  return corners;
}

bool has_domain(const SurfaceFields& surface) {
  if (!surface.min.given() || !surface.max.given()) return false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double size = surface.max.value[axis] - surface.min.value[axis];
    if (!(size > 0) || !std::isfinite(size)) return false;
  }
  return true;
}

std::shared_ptr<const ExtractedSurface> extract(ScalarField field, unsigned threads) {
  auto result = std::make_shared<ExtractedSurface>();
  result->field = std::move(field);
  result->cells = find_active_cells(result->field, threads);
  Topology& topology = result->topology;
  topology.vertex_count = static_cast<std::uint32_t>(result->cells.vertex_count);
  topology.inward_end = topology.vertex_count;
  return result;
}

}  // namespace

bool is_uniform(const Vec3& scale) {
  const auto [x, y, z] = scale;
  return x > 0 && is_same_length(x, y) && is_same_length(x, z);
}

std::optional<FieldOp> sound_op(const SurfaceOp& op) {
  if (!op.field || !is_positive(op.radius) || !is_positive(op.strength)) return std::nullopt;
  if (is_capsule(*op.field) && !is_positive(op.height)) return std::nullopt;
  const std::optional<double> scale = op_scale(op.scale);
  if (!scale) return std::nullopt;
  FieldOp result;
  result.field = *op.field;
  result.subtracts = op.subtracts;
  result.radius = op.radius.value;
  result.strength = op.strength.value;
  if (is_capsule(*op.field)) result.height = op.height.value;
  result.translation = op.transform.translation.value;
  result.scale = *scale;
  if (op.transform.rotation.given()) {
    result.rotation = op_rotation(op.transform.rotation);
    if (!result.rotation || !is_finite(*result.rotation)) return std::nullopt;
  }
  return result;
}

std::optional<std::uint64_t> field_work(const SurfaceFields& surface) {
  const std::optional<std::uint64_t> corners = corner_count(surface);
  if (!corners) return std::nullopt;
  return *corners * surface.ops.size();
}

std::optional<ImplicitSurface> sound_surface(const SurfaceFields& surface) {
  if (!has_domain(surface) || !corner_count(surface) || surface.ops.empty()) return std::nullopt;
  if (!surface.iso.given() || !std::isfinite(surface.iso.value)) return std::nullopt;
  ImplicitSurface result;
  result.grid = {surface.min.value, surface.max.value, {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result.grid.counts[axis] = static_cast<std::uint32_t>(surface.grid[axis].value);
  }
  result.iso = surface.iso.value;
  for (const SurfaceOp& op : surface.ops) {
    const std::optional<FieldOp> sound = sound_op(op);
    if (!sound) return std::nullopt;
    result.ops.push_back(*sound);
  }
  return result;
}

std::shared_ptr<const ExtractedSurface> extract_surface(const ImplicitSurface& surface,
                                                        unsigned threads) {
  return extract(prepare_field(surface), threads);
}

std::shared_ptr<const ExtractedSurface> extract_coarse_surface(const ImplicitSurface& surface,
                                                               std::uint32_t step,
                                                               unsigned threads) {
  constexpr std::uint32_t halvings = 20;
  ImplicitSurface coarse = surface;
  for (std::uint32_t& count : coarse.grid.counts) count = (count - 1 + step - 1) / step + 1;
  ScalarField field = prepare_field(coarse);
  field.step = prepare_field(surface).step;
  field.halvings = halvings;
  return extract(std::move(field), threads);
}

std::array<Extent, 3> cell_extents(const ExtractedSurface& surface) {
  const auto& counts = surface.field.grid.counts;
  const std::size_t row = counts[0] - 1;
  const std::size_t slice = row * (counts[1] - 1);
  std::array<std::size_t, 3> first{counts[0], counts[1], counts[2]};
  std::array<std::size_t, 3> last{0, 0, 0};
  for (const CellRange& range : surface.cells.ranges) {
    for (const ActiveCell& cell : range.cells) {
      const std::size_t within = cell.index() % slice;
      const std::array<std::size_t, 3> place{within % row, within / row, cell.index() / slice};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        first[axis] = std::min(first[axis], place[axis]);
        last[axis] = std::max(last[axis], place[axis]);
      }
    }
  }
  std::array<Extent, 3> extents;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<double>& coordinates = surface.field.coordinates[axis];
    extents[axis] = {coordinates[first[axis]], coordinates[last[axis] + 1]};
  }
  return extents;
}

bool fill_surface(const ExtractedSurface& surface, unsigned threads, PrimitiveVertices& out) {
  out.start(surface.topology);
  const std::span<Vec3> positions = out.positions();
  const std::span<Vec3> normals = out.own_normals();
  std::atomic<bool> finite = surface.cells.finite;
  const auto fill = [&](unsigned, std::size_t i) {
    const CellRange& range = surface.cells.ranges[i];
    const bool range_finite = extract_vertices(
        surface.field, range, positions.subspan(range.first_vertex, range.vertex_count),
        normals.subspan(range.first_vertex, range.vertex_count));
    if (!range_finite) finite = false;
  };
  parallel_for(surface.cells.ranges.size(), threads, fill, 1);
  return finite;
}

}  // namespace rigy::model

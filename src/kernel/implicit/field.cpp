#include "implicit/field.hpp"

#include <algorithm>

namespace rigy::kernel {
namespace {

// Values that are summed op by op before the next ones: they stay in the L1 cache.
constexpr std::size_t band_size = 2048;

PreparedOp prepare_op(const FieldOp& op) {
  PreparedOp prepared{};
  OpTerms& terms = prepared.terms;
  terms.field = op.field;
  terms.space = op.scale != 1 ? OpSpace::Scaled : op.rotation ? OpSpace::Turned : OpSpace::Moved;
  terms.radius = op.radius;
  terms.strength = op.subtracts ? -op.strength : op.strength;
  terms.height = op.height;
  terms.translation = op.translation;
  if (op.rotation) terms.to_op = transpose(*op.rotation);
  terms.scale = op.scale;
  prepared.support = support_of(op);
  return prepared;
}

std::vector<double> axis_coordinates(double min, double max, double step, std::uint32_t count) {
  std::vector<double> coordinates(count);
  for (std::uint32_t i = 0; i < count; ++i) coordinates[i] = i * step + min;
  coordinates[count - 1] = max;
  return coordinates;
}

double axis_step(double min, double max, std::uint32_t count) { return (max - min) / (count - 1); }

struct IndexRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The index at or near which an ascending axis reaches `value`.
std::size_t guess_index(const std::vector<double>& axis, double step, double value) {
  const double index = (value - axis.front()) / step;
  const auto count = static_cast<double>(axis.size());
  return index > 0 ? (index < count ? static_cast<std::size_t>(index) : axis.size()) : 0;
}

// The coordinates in the interval. Guesses are corrected by comparing, because coordinates far from
// the origin are not exactly where arithmetic puts them.
IndexRange indices_in(const std::vector<double>& axis, double step, const Interval& interval) {
  if (interval.high < interval.low) return {};
  std::size_t begin = guess_index(axis, step, interval.low);
  while (begin > 0 && !(axis[begin - 1] < interval.low)) --begin;
  while (begin < axis.size() && axis[begin] < interval.low) ++begin;
  std::size_t end = guess_index(axis, step, interval.high);
  while (end < axis.size() && !(axis[end] > interval.high)) ++end;
  while (end > begin && axis[end - 1] > interval.high) --end;
  return {begin, std::max(begin, end)};
}

void add_to_rows(const ScalarField& field, const PreparedOp& op, double z, const IndexRange& rows,
                 std::span<double> values) {
  const auto& [xs, ys, zs] = field.coordinates;
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const IndexRange range = indices_in(xs, field.step.x, interval_along_x(op.support, ys[row], z));
    if (range.begin == range.end) continue;
    add_op_along_x(op.terms, &xs[range.begin], ys[row], z, &values[row * xs.size() + range.begin],
                   range.end - range.begin);
  }
}

bool reaches(const OpSupport& support, double z) {
  return !(std::abs(z - support.center.z) > support.extent.z);
}

Interval bounds_of(std::span<const double> values) {
  Interval bounds{values[0], values[0]};
  for (const double value : values) {
    bounds.low = value < bounds.low ? value : bounds.low;
    bounds.high = value > bounds.high ? value : bounds.high;
  }
  return bounds;
}

Box box_around(std::span<const double> x, std::span<const double> y, std::span<const double> z) {
  const Interval in_x = bounds_of(x);
  const Interval in_y = bounds_of(y);
  const Interval in_z = bounds_of(z);
  return {{in_x.low, in_y.low, in_z.low}, {in_x.high, in_y.high, in_z.high}};
}

}  // namespace

ScalarField prepare_field(const ImplicitSurface& surface) {
  ScalarField field;
  field.grid = surface.grid;
  field.iso = surface.iso;
  const auto& [min, max, counts] = surface.grid;
  field.step = {axis_step(min.x, max.x, counts[0]), axis_step(min.y, max.y, counts[1]),
                axis_step(min.z, max.z, counts[2])};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    field.coordinates[axis] =
        axis_coordinates(min[axis], max[axis], field.step[axis], counts[axis]);
  }
  field.ops.reserve(surface.ops.size());
  for (const FieldOp& op : surface.ops) field.ops.push_back(prepare_op(op));
  return field;
}

void evaluate_slice(const ScalarField& field, std::size_t z, std::span<double> values) {
  std::fill(values.begin(), values.end(), 0.0);
  const auto& [xs, ys, zs] = field.coordinates;
  const std::size_t rows_per_band = std::max<std::size_t>(1, band_size / xs.size());
  for (std::size_t row = 0; row < ys.size(); row += rows_per_band) {
    const std::size_t band_end = std::min(row + rows_per_band, ys.size());
    for (const PreparedOp& op : field.ops) {
      if (reaches(op.support, zs[z])) add_to_rows(field, op, zs[z], {row, band_end}, values);
    }
  }
}

void evaluate_points(const ScalarField& field, std::span<const double> x, std::span<const double> y,
                     std::span<const double> z, std::span<double> values) {
  std::fill(values.begin(), values.end(), 0.0);
  if (values.empty()) return;
  const Box box = box_around(x, y, z);
  for (const PreparedOp& op : field.ops) {
    if (!may_touch(op.support, box)) continue;
    add_op_at_points(op.terms, x.data(), y.data(), z.data(), values.data(), values.size());
  }
}

}  // namespace rigy::kernel

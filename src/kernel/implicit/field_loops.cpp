// No loop has branches, so that compilers can vectorize it; each lane performs the operations of
// the language in order, so the width of the vectors does not matter.
#include "implicit/field_loops.hpp"

#include <cmath>

#include "math/wide_vectors.hpp"

namespace rigy::kernel {
namespace {

#define RIGY_INLINE __attribute__((always_inline)) inline

// A coordinate shared by all points of a loop, usable like an array.
struct Same {
  double value;
  double operator[](std::size_t) const { return value; }
};

// A sum may begin with its first product instead of +0.0: only the sign of a zero could change, and
// nothing that follows depends on it.
RIGY_INLINE double row_times(const std::array<double, 3>& row, double x, double y, double z) {
  return row[0] * x + row[1] * y + row[2] * z;
}

// The distance from the center or, in a capsule, from the axis between its ends.
template <bool capsule>
RIGY_INLINE double distance(const OpTerms& op, double x, double y, double z) {
  if constexpr (capsule) {
    const double half = op.height / 2;
    double u = (y + half) / op.height;
    u = u > 0.0 ? u : 0.0;
    u = u < 1.0 ? u : 1.0;
    y = y - (-half + u * op.height);
  }
  return std::sqrt(x * x + y * y + z * z);
}

template <bool sdf>
RIGY_INLINE double value_at(const OpTerms& op, double r) {
  if constexpr (sdf) {
    const double d = r - op.radius;
    const double slope = (op.strength * (1 - d / op.radius)) / 2;
    const double outer = d < op.radius ? slope : 0.0;
    return d <= -op.radius ? op.strength : outer;
  } else {
    const double t = 1 - r / op.radius;
    const double value = (op.strength * t) * t;
    return r < op.radius ? value : 0.0;
  }
}

template <FieldKind field, OpSpace space, typename Y, typename Z>
RIGY_INLINE void add_values(const OpTerms& op, const double* x, Y y, Z z, double* sums,
                            std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    double px = x[i] - op.translation.x;
    double py = y[i] - op.translation.y;
    double pz = z[i] - op.translation.z;
    if constexpr (space != OpSpace::Moved) {
      const double tx = row_times(op.to_op.rows[0], px, py, pz);
      const double ty = row_times(op.to_op.rows[1], px, py, pz);
      const double tz = row_times(op.to_op.rows[2], px, py, pz);
      px = tx;
      py = ty;
      pz = tz;
    }
    if constexpr (space == OpSpace::Scaled) {
      px /= op.scale;
      py /= op.scale;
      pz /= op.scale;
    }
    sums[i] += value_at<is_sdf(field)>(op, distance<is_capsule(field)>(op, px, py, pz));
  }
}

template <FieldKind field, typename Y, typename Z>
RIGY_INLINE void add_field(const OpTerms& op, const double* x, Y y, Z z, double* sums,
                           std::size_t count) {
  switch (op.space) {
    case OpSpace::Moved:
      return add_values<field, OpSpace::Moved>(op, x, y, z, sums, count);
    case OpSpace::Turned:
      return add_values<field, OpSpace::Turned>(op, x, y, z, sums, count);
    case OpSpace::Scaled:
      return add_values<field, OpSpace::Scaled>(op, x, y, z, sums, count);
  }
}

// `op` is a copy: the compiler need not assume that the sums alias it.
template <typename Y, typename Z>
RIGY_INLINE void add_op(const OpTerms op, const double* x, Y y, Z z, double* sums,
                        std::size_t count) {
  switch (op.field) {
    case FieldKind::MetaballSphere:
      return add_field<FieldKind::MetaballSphere>(op, x, y, z, sums, count);
    case FieldKind::MetaballCapsule:
      return add_field<FieldKind::MetaballCapsule>(op, x, y, z, sums, count);
    case FieldKind::SdfSphere:
      return add_field<FieldKind::SdfSphere>(op, x, y, z, sums, count);
    case FieldKind::SdfCapsule:
      return add_field<FieldKind::SdfCapsule>(op, x, y, z, sums, count);
  }
}

}  // namespace

RIGY_WIDE_VECTORS
void add_op_along_x(const OpTerms& op, const double* x, double y, double z, double* sums,
                    std::size_t count) {
  add_op(op, x, Same{y}, Same{z}, sums, count);
}

RIGY_WIDE_VECTORS
void add_op_at_points(const OpTerms& op, const double* x, const double* y, const double* z,
                      double* sums, std::size_t count) {
  add_op(op, x, y, z, sums, count);
}

}  // namespace rigy::kernel

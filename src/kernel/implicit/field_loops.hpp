// Adds the values of one op to sums: the inner loops.
#pragma once

#include <cstddef>
#include <cstdint>

#include "implicit/surface.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

// How a point is transformed into the space of an op, after subtracting the translation.
enum class OpSpace : std::uint8_t { Moved, Turned, Scaled };

// One op as the loops need it.
struct OpTerms {
  FieldKind field;
  OpSpace space;
  double radius;
  double strength;  // negative if the op subtracts: rounding is symmetric, so no bit changes
  double height;
  Vec3 translation;
  Mat3 to_op;  // the transposed rotation
  double scale;
};

// sums[i] += the op's value at (x[i], y, z).
void add_op_along_x(const OpTerms& op, const double* x, double y, double z, double* sums,
                    std::size_t count);

// sums[i] += the op's value at (x[i], y[i], z[i]).
void add_op_at_points(const OpTerms& op, const double* x, const double* y, const double* z,
                      double* sums, std::size_t count);

}  // namespace rigy::kernel

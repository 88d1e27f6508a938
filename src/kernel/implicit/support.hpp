// Where an op can have a value other than zero. Everything here errs on the large side: adding a
// zero changes no bit (sums begin at +0.0 and so are never −0.0), so a point may be evaluated
// needlessly, but no value may be missed.
#pragma once

#include "implicit/surface.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

// All points closer than `reach` to a point or, for a capsule, to a segment. A number that is not
// finite means that nothing is known.
struct OpSupport {
  Vec3 center;
  Vec3 extent;  // of the box around the center
  double reach = 0;
  Vec3 axis;  // of unit length in a capsule, else zero
};

struct Interval {
  double low = 0;
  double high = -1;  // below `low`: empty; not a number: no bound
};

struct Box {
  Vec3 low;
  Vec3 high;
};

[[nodiscard]] OpSupport support_of(const FieldOp& op);

// The x at which a line along x meets the support.
[[nodiscard]] Interval interval_along_x(const OpSupport& support, double y, double z);

// How far an op reaches from its center along an axis, without the margin of its support.
[[nodiscard]] double reach_along(const FieldOp& op, std::size_t axis);

[[nodiscard]] bool may_touch(const OpSupport& support, const Box& box);

}  // namespace rigy::kernel

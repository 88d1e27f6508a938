#include "placement/snap.hpp"

#include <array>
#include <cstddef>

namespace rigy::analysis {
namespace {

// About y, by rows.
constexpr std::array<Mat3, 4> yaws{{
    {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}},
    {{{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}},
    {{{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}}},
}};

// −0.0 becomes 0.0.
Vec3 with_plain_zeros(const Vec3& v) { return {v.x + 0.0, v.y + 0.0, v.z + 0.0}; }

Mat3 with_plain_zeros(const Mat3& m) {
  return from_columns(with_plain_zeros(m.column(0)), with_plain_zeros(m.column(1)),
                      with_plain_zeros(m.column(2)));
}

}  // namespace

Affine snap(const Frame3& mount, const Frame3& slot, Yaw rotate, const Nudge& nudge) {
  const Mat3& yaw = yaws[static_cast<std::size_t>(rotate)];
  const Mat3 rotation = (slot.axes * yaw) * transpose(mount.axes);
  const Vec3 moved = (nudge.east * slot.axes.column(0) + nudge.up * slot.axes.column(1)) +
                     nudge.north * slot.axes.column(2);
  const Vec3 translation = (slot.origin + moved) - rotation * mount.origin;
  return {with_plain_zeros(rotation), with_plain_zeros(translation)};
}

}  // namespace rigy::analysis

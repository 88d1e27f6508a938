// V36: pose rotations are unit quaternions.
#include <cmath>

#include "check/check.hpp"

namespace rigy {
namespace {

// Wide enough for quaternions written with four digits.
constexpr double unit_tolerance = 1e-3;

double norm(const std::array<double, 4>& q) {
  return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

}  // namespace

void check_poses(const CheckContext& context) {
  for (const Pose& pose : context.document.poses) {
    for (const PoseBone& entry : pose.bones) {
      if (entry.rotation_node == no_node) continue;
      const double size = norm(entry.rotation);
      if (std::abs(size - 1) <= unit_tolerance) continue;
      const Added added = context.at.report(
          Code::V36, entry.rotation_node,
          "the rotation of bone '{}' in pose '{}' is not a unit quaternion: its length is {}",
          entry.bone.value, pose.id.value, size);
      const auto [w, x, y, z] = entry.rotation;
      if (size > 0 && std::isfinite(size)) {
        added.help("divided by its length it is [{}, {}, {}, {}]", w / size, x / size, y / size,
                   z / size);
      } else {
        added.help("no rotation is [1, 0, 0, 0]");
      }
    }
  }
}

}  // namespace rigy

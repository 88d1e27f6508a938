#include "motion/chain.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "math/turns.hpp"

namespace rigy::kernel {
namespace {

// Steps of FABRIK for chains of three bones and more, always all of them, so that neighboring
// samples of a clip are computed alike.
constexpr int fabrik_steps = 64;
// Shares of the chain's length: below `no_bend` it is straight; a straight one is bent by
// `first_bend`, because FABRIK alone never leaves a line.
constexpr double no_bend = 1e-6;
constexpr double first_bend = 0.1;

Vec3 across(const Vec3& v, const Vec3& direction) { return v - dot(v, direction) * direction; }

// The first pole that is not along the direction, made perpendicular to it.
Vec3 bend_direction(const Vec3& direction, std::span<const Vec3> poles) {
  for (const Vec3& pole : poles) {
    if (pole == Vec3{}) continue;
    const Vec3 aside = across(direction_of(pole), direction);
    if (length(aside) > no_bend) return direction_of(aside);
  }
  return {};
}

// Where the line to the target leads; a target at the first joint is as good as one ahead.
Vec3 direction_to(std::span<const Vec3> joints, const Vec3& point) {
  for (const Vec3& line : {point - joints.front(), joints.back() - joints.front()}) {
    if (line != Vec3{}) return direction_of(line);
  }
  return {0, -1, 0};
}

// How far along the line the middle joint of two lengths is, if the whole is `distance` long.
double along(double first, double second, double distance) {
  const double least = std::abs(first - second);
  if (distance >= first + second) return first;
  if (distance <= least) return first < second ? -first : first;
  const double share = (first * first - second * second + distance * distance) / (2 * distance);
  return std::clamp(share, -first, first);
}

// The closed solution: the joint between two lengths.
Vec3 middle_joint(const Vec3& start, double first, double second, const Vec3& direction,
                  double distance, const Vec3& bend) {
  const double ahead = distance > 0 ? along(first, second, distance) : 0;
  const double aside = std::sqrt(std::max(0.0, (first - ahead) * (first + ahead)));
  return start + ahead * direction + aside * bend;
}

void place_two(std::vector<Vec3>& joints, const ChainTarget& target) {
  const double first = length(joints[1] - joints[0]);
  const double second = length(joints[2] - joints[1]);
  const Vec3 direction = direction_to(joints, target.point);
  const double distance = length(target.point - joints[0]);
  joints[1] = middle_joint(joints[0], first, second, direction, distance,
                           bend_direction(direction, target.poles));
  const Vec3 rest = target.point - joints[1];
  joints[2] = joints[1] + second * (rest == Vec3{} ? direction : direction_of(rest));
}

struct Bend {
  std::size_t joint = 0;  // the one farthest from the line between the ends
  double distance = 0;
};

Bend largest_bend(std::span<const Vec3> joints, const Vec3& direction) {
  Bend bend;
  for (std::size_t i = 1; i + 1 < joints.size(); ++i) {
    const double distance = length(across(joints[i] - joints[0], direction));
    if (distance > bend.distance) bend = {i, distance};
  }
  return bend;
}

// At `distance` from `from`, toward `to`.
Vec3 toward(const Vec3& from, const Vec3& to, double distance, const Vec3& otherwise) {
  const Vec3 line = to - from;
  return from + distance * (line == Vec3{} ? otherwise : direction_of(line));
}

void step_fabrik(std::vector<Vec3>& joints, std::span<const double> lengths, const Vec3& point,
                 const Vec3& direction) {
  const Vec3 start = joints.front();
  const std::size_t last = lengths.size();
  joints[last] = point;
  for (std::size_t i = last; i-- > 0;) {
    joints[i] = toward(joints[i + 1], joints[i], lengths[i], -direction);
  }
  joints[0] = start;
  for (std::size_t i = 0; i < last; ++i) {
    joints[i + 1] = toward(joints[i], joints[i + 1], lengths[i], direction);
  }
}

void turn_joints(std::span<Vec3> joints, const Vec3& center, const Quaternion& turn) {
  for (Vec3& joint : joints) joint = center + rotate(turn, joint - center);
}

// How near and how far the end of a chain of these bones can be.
struct ReachRange {
  double least = 0;
  double most = 0;
};

// Of the bones from each one on.
std::vector<ReachRange> ranges_from(std::span<const double> lengths) {
  std::vector<ReachRange> ranges(lengths.size());
  double whole = 0;
  double longest = 0;
  for (std::size_t i = lengths.size(); i-- > 0;) {
    whole += lengths[i];
    longest = std::max(longest, lengths[i]);
    ranges[i] = {std::max(0.0, 2 * longest - whole), whole};
  }
  return ranges;
}

// How far from the target the next joint has to be so that the bones after it reach the target, as
// near to `now` as a bone of this length can bring it, or as near to that as possible.
double distance_after(double bone, double distance, double now, const ReachRange& after) {
  const double least = std::abs(distance - bone);
  const double most = distance + bone;
  if (after.least > most) return most;
  if (after.most < least) return least;
  return std::clamp(now, std::max(least, after.least), std::min(most, after.most));
}

// Joint by joint, each as near to where it was as those after it can still follow to the target.
void settle_joints(std::vector<Vec3>& joints, std::span<const double> lengths,
                   const ChainTarget& target) {
  const std::vector<ReachRange> ranges = ranges_from(lengths);
  const std::size_t last = lengths.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    const Vec3 direction = direction_to(std::span(joints).subspan(i, 2), target.point);
    const double distance = length(target.point - joints[i]);
    const double after =
        distance_after(lengths[i], distance, length(target.point - joints[i + 1]), ranges[i + 1]);
    const Vec3 now[] = {joints[i + 1] - joints[i]};
    Vec3 bend = bend_direction(direction, now);
    if (bend == Vec3{}) bend = bend_direction(direction, target.poles);
    joints[i + 1] = middle_joint(joints[i], lengths[i], after, direction, distance, bend);
  }
  joints[last + 1] = toward(joints[last], target.point, lengths[last], {0, -1, 0});
}

// What the steps leave over: the chain as two rigid halves, joined where it bends most, lands on
// the target by the closed solution. If the halves are too short or too long, they lie in line, and
// then bones within them turn.
void land(std::vector<Vec3>& joints, std::span<const double> lengths, const ChainTarget& target) {
  const Vec3 line = joints.back() - joints.front();
  const Bend bend = line == Vec3{} ? Bend{} : largest_bend(joints, direction_of(line));
  if (bend.joint == 0) return settle_joints(joints, lengths, target);
  const Vec3 start = joints.front();
  const Vec3 middle = joints[bend.joint];
  const double first = length(middle - start);
  const double second = length(joints.back() - middle);
  const double distance = length(target.point - start);
  const Vec3 direction = direction_to(joints, target.point);
  const Vec3 poles[] = {across(middle - start, direction), target.poles[0], target.poles[1]};
  const Vec3 placed =
      middle_joint(start, first, second, direction, distance, bend_direction(direction, poles));
  const std::span<Vec3> moved = std::span(joints).subspan(1);
  turn_joints(moved, start,
              shortest_turn(direction_of(middle - start), direction_of(placed - start)));
  const Vec3 pivot = joints[bend.joint];
  const Vec3 half = joints.back() - pivot;
  const Vec3 rest = target.point - pivot;
  if (half != Vec3{} && rest != Vec3{}) {
    turn_joints(std::span(joints).subspan(bend.joint + 1), pivot,
                shortest_turn(direction_of(half), direction_of(rest)));
  }
  if (distance > first + second || distance < std::abs(first - second)) {
    settle_joints(joints, lengths, target);
  }
}

void place_many(std::vector<Vec3>& joints, const ChainTarget& target) {
  std::vector<double> lengths;
  double whole = 0;
  for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
    lengths.push_back(length(joints[i + 1] - joints[i]));
    whole += lengths.back();
  }
  const Vec3 direction = direction_to(joints, target.point);
  if (length(target.point - joints[0]) >= whole) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      joints[i + 1] = joints[i] + lengths[i] * direction;
    }
    return;
  }
  if (largest_bend(joints, direction).distance <= no_bend * whole) {
    const Vec3 bend = bend_direction(direction, target.poles);
    for (std::size_t i = 1; i < lengths.size(); ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(lengths.size());
      joints[i] = joints[i] + 4 * share * (1 - share) * first_bend * whole * bend;
    }
  }
  for (int step = 0; step < fabrik_steps; ++step) {
    step_fabrik(joints, lengths, target.point, direction);
  }
  land(joints, lengths, target);
}

}  // namespace

void place_joints(std::vector<Vec3>& joints, const ChainTarget& target) {
  if (joints.size() > 3) return place_many(joints, target);
  if (joints.size() == 3) return place_two(joints, target);
  const double bone = length(joints[1] - joints[0]);
  joints[1] = joints[0] + bone * direction_to(joints, target.point);
}

}  // namespace rigy::kernel

#include "motion/curve.hpp"

#include "math/turns.hpp"

namespace rigy::kernel {
namespace {

Quaternion near_to(const Quaternion& q, const Quaternion& other) {
  return dot(q, other) < 0 ? -q : q;
}

// The factors of a cubic that has these values and slopes at its ends.
struct CubicFactors {
  double from = 0;
  double to = 0;
  double slope_from = 0;
  double slope_to = 0;
};

CubicFactors cubic_factors(double s, double seconds) {
  const double s2 = s * s;
  const double s3 = s2 * s;
  return {2 * s3 - 3 * s2 + 1, 3 * s2 - 2 * s3, seconds * (s3 - 2 * s2 + s), seconds * (s3 - s2)};
}

// The value of a component at four keys, of which the outer two may be missing.
template <class Value>
Value slope_at(const std::array<Value, 4>& values, const CurveTimes& times, std::size_t key) {
  const std::size_t before = times.known[key - 1] ? key - 1 : key;
  const std::size_t after = times.known[key + 1] ? key + 1 : key;
  return (1 / (times.seconds[after] - times.seconds[before])) * (values[after] - values[before]);
}

template <class Value>
Value cubic(const std::array<Value, 4>& values, const CurveTimes& times, double share) {
  const CubicFactors f = cubic_factors(share, times.seconds[2] - times.seconds[1]);
  return f.from * values[1] + f.slope_from * slope_at(values, times, 1) + f.to * values[2] +
         f.slope_to * slope_at(values, times, 2);
}

}  // namespace

double smooth_share(double share) { return share * share * (3 - 2 * share); }

LocalMotion between(const LocalMotion& from, const LocalMotion& to, double share) {
  if (from == to) return from;
  return {slerp(from.turn, to.turn, share), (1 - share) * from.move + share * to.move};
}

LocalMotion spline_between(const CurveMotions& keys, const CurveTimes& times, double share) {
  std::array<Quaternion, 4> turns{};
  std::array<Vec3, 4> moves{};
  for (std::size_t i = 0; i < 4; ++i) {
    turns[i] = keys[i].turn;
    moves[i] = keys[i].move;
  }
  turns[0] = near_to(turns[0], turns[1]);
  turns[2] = near_to(turns[2], turns[1]);
  turns[3] = near_to(turns[3], turns[2]);
  return {unit_quaternion(cubic(turns, times, share)), cubic(moves, times, share)};
}

}  // namespace rigy::kernel

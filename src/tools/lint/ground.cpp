// Parts and the ground, y = 0: below it, or legs that do not reach it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lint/context.hpp"

namespace rigy::tools {
namespace {

// Only what stands on the ground can be below it: other assets have no ground. Where a floor ends
// at the ground, what is below belongs to it.
bool has_ground(const LintContext& context) {
  const double near = context.scale * lint_limits::ground;
  bool stands = false;
  for (const std::uint32_t i : context.items) {
    const Bounds& bounds = context.solid(i).bounds;
    if (std::abs(bounds.max.y) <= near) return false;
    stands = stands || std::abs(bounds.min.y) <= near;
  }
  return stands;
}

void lint_below(const LintContext& context) {
  if (!has_ground(context)) return;
  for (const std::uint32_t i : context.items) {
    const double low = context.solid(i).bounds.min.y;
    if (low >= -context.scale * lint_limits::ground || turned_child_of(context, i) != no_index)
      continue;
    report(context, Code::PartBelowGround, item_of(context, i), nullptr,
           fmt::format("'{}' reaches {} below the ground, on which other parts stand",
                       context.id(i), meters(-low)),
           fmt::format("move it by {}, or everything if the ground is elsewhere",
                       vector_text({0, -low, 0}, 1e-3 * context.scale)));
  }
}

// --- L07: legs of unequal length ---

struct Leg {
  std::uint32_t primitive = 0;
  double side = 0;  // how far it is from the mirror plane
};

double least_difference(const LintContext& context) {
  return context.scale * lint_limits::leg_difference;
}

bool is_same(const LintContext& context, double a, double b) {
  return std::abs(a - b) <= least_difference(context);
}

// Whether one is the mirror image of the other but for its lower end.
bool are_pair(const LintContext& context, const Bounds& a, const Bounds& b, std::size_t axis) {
  const std::size_t across = axis == 0 ? 2 : 0;
  const auto width = [](const Bounds& one, std::size_t of) { return one.max[of] - one.min[of]; };
  return is_same(context, width(a, axis), width(b, axis)) &&
         is_same(context, width(a, across), width(b, across)) &&
         is_same(context, a.min[across], b.min[across]) && is_same(context, a.max.y, b.max.y);
}

void report_legs(const LintContext& context, std::uint32_t shorter, std::uint32_t longer) {
  const double low = context.solid(longer).bounds.min.y;
  const double missing = context.solid(shorter).bounds.min.y - low;
  const LintItem other = item_of(context, longer);
  report(context, Code::UnequalLegs, item_of(context, shorter), &other,
         fmt::format("'{}' ends {} above '{}', its mirror image: it is shorter in direction "
                     "[0, -1, 0]",
                     context.id(shorter), meters(missing), context.id(longer)),
         fmt::format("make it {} longer, and move its middle {} down", meters(missing),
                     meters(missing / 2)));
}

void lint_pair(const LintContext& context, std::uint32_t a, std::uint32_t b, std::size_t axis) {
  const Bounds& of_a = context.solid(a).bounds;
  const Bounds& of_b = context.solid(b).bounds;
  const double height = std::max(of_a.max.y - of_a.min.y, of_b.max.y - of_b.min.y);
  const double difference = std::abs(of_a.min.y - of_b.min.y);
  if (!are_pair(context, of_a, of_b, axis) || difference <= least_difference(context)) return;
  if (difference > height / 2) return;
  const bool a_is_shorter = of_a.min.y > of_b.min.y;
  report_legs(context, a_is_shorter ? a : b, a_is_shorter ? b : a);
}

std::optional<Bounds> bounds_of(const LintContext& context, const ShownMesh& mesh) {
  std::optional<Bounds> all;
  for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
    const auto& solid = context.solids[mesh.first_primitive + i];
    if (solid && all) extend(*all, solid->bounds);
    if (solid && !all) all = solid->bounds;
  }
  return all;
}

// The parts on the two sides of a plane, sorted by their distance from it, so that those that may
// be a pair are next to each other.
std::vector<Leg> legs_of(const LintContext& context, const ShownMesh& mesh, std::size_t axis,
                         double plane) {
  std::vector<Leg> legs;
  for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
    const std::uint32_t primitive = mesh.first_primitive + i;
    if (!context.solids[primitive]) continue;
    const double side = middle_of(context.solid(primitive).bounds)[axis] - plane;
    if (std::abs(side) > least_difference(context)) legs.push_back({primitive, side});
  }
  std::sort(legs.begin(), legs.end(), [](const Leg& one, const Leg& other) {
    const double own = std::abs(one.side);
    const double theirs = std::abs(other.side);
    return own < theirs || (own == theirs && one.primitive < other.primitive);
  });
  return legs;
}

// Parts of one mesh on the two sides of a plane, of which the longer one is what it stands on.
void lint_legs_of(const LintContext& context, const ShownMesh& mesh, const Bounds& all,
                  std::size_t axis, double plane) {
  // How many parts at the same distance are compared with each other.
  constexpr std::size_t window = 16;
  const std::vector<Leg> legs = legs_of(context, mesh, axis, plane);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    for (std::size_t j = i + 1; j < std::min(i + window, legs.size()); ++j) {
      const Leg& one = legs[i];
      const Leg& other = legs[j];
      if (!is_same(context, std::abs(one.side), std::abs(other.side))) break;
      const double low = std::min(context.solid(one.primitive).bounds.min.y,
                                  context.solid(other.primitive).bounds.min.y);
      if (one.side * other.side >= 0 || !is_same(context, low, all.min.y)) continue;
      lint_pair(context, one.primitive, other.primitive, axis);
    }
  }
}

}  // namespace

void lint_ground(const LintContext& context) {
  lint_below(context);
  if (!context.pose.empty()) return;
  for (const ShownMesh& mesh : context.scene.meshes) {
    const std::optional<Bounds> all = bounds_of(context, mesh);
    if (!all) continue;
    // What is mirrored at 0 may have a part on one side that moves the middle.
    for (const std::size_t axis : {0u, 2u}) {
      const double middle = middle_of(*all)[axis];
      lint_legs_of(context, mesh, *all, axis, middle);
      if (!is_same(context, middle, 0)) lint_legs_of(context, mesh, *all, axis, 0);
    }
  }
}

}  // namespace rigy::tools

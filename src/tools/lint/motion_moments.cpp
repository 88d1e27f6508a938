// L21, L25: moments of clips.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "lint/bone_links.hpp"
#include "lint/context.hpp"

namespace rigy::tools {
namespace {

constexpr double ground_tolerance = 0.005;
constexpr double collision_depth = 0.01;
constexpr double collision_share = 0.1;

}  // namespace

void lint_underground(const LintContext& posed) {
  for (const std::uint32_t primitive : posed.items) {
    const double low = posed.solid(primitive).bounds.min.y;
    const double before =
        posed.rest->solids[primitive] ? posed.rest->solid(primitive).bounds.min.y : 0;
    const double allowed = posed.scale * ground_tolerance;
    if (low >= -allowed || low >= before - allowed) continue;
    report(posed, Code::MotionBelowGround, item_of(posed, primitive), nullptr,
           fmt::format("'{}' is {} below the ground", posed.id(primitive), meters(-low)),
           "raise the hips with move, or the targets of reaches");
  }
}

void lint_collisions(const LintContext& posed) {
  if (posed.contacts.empty()) return;
  const BoneLinks links(*posed.rest);
  for (const Contact& contact : posed.contacts) {
    const double depth = contact.relation.penetration.value_or(0);
    const double allowed = std::max(posed.scale * collision_depth,
                                    collision_share * smaller_size(posed, contact.a, contact.b));
    if (depth <= allowed || links.are_linked(contact.a, contact.b)) continue;
    const LintItem other = item_of(posed, contact.b);
    report(posed, Code::MotionCollision, item_of(posed, contact.a), &other,
           fmt::format("'{}' is {} inside '{}'", posed.id(contact.a), meters(depth),
                       posed.id(contact.b)),
           "turn less, or move one of the bones away");
  }
}

}  // namespace rigy::tools

// L11: what a pose does to parts that touch at rest, and to the surfaces of single parts.
#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "lint/bone_links.hpp"
#include "lint/context.hpp"

namespace rigy::tools {
namespace {

// The pose, which the finding points at.
LintItem item_of_pose(const LintContext& posed, const void* about) {
  const Asset& asset = *posed.scene.tree.assembly->root();
  for (const Pose& pose : asset.document.poses) {
    if (pose.id.value == posed.pose) return {&asset, pose.node, about};
  }
  return {};
}

void report_torn(const LintContext& posed, const Contact& contact, const SolidRelation& now,
                 bool is_gap) {
  const Vec3 way = now.points[1] - now.points[0];
  const LintItem at = item_of_pose(posed, posed.scene.primitives[contact.a].primitive);
  const LintItem other = item_of(posed, contact.b);
  const double gap = contact.relation.distance;
  const std::string before = is_gap ? fmt::format("are {} apart", meters(gap)) : "touch";
  posed.memory.torn.insert({contact.a, contact.b});
  report(
      posed, Code::TearingPose, at, &other,
      fmt::format("'{}' and '{}' {} at rest but are torn {} apart, in direction {}",
                  posed.id(contact.a), posed.id(contact.b), before, meters(now.distance),
                  vector_text(way / now.distance)),
      "let both follow the bone of the joint between them, or place its bones so that they meet");
}

// Whether all of two parts follows the same bones, by the same weights.
bool move_together(const LintContext& context, std::uint32_t a, std::uint32_t b) {
  const auto& of_a = context.scene.primitives[a].influences;
  const auto& of_b = context.scene.primitives[b].influences;
  if (of_a == nullptr || of_b == nullptr || of_a->empty() || of_b->empty()) return of_a == of_b;
  const JointWeights& first = of_a->front();
  const auto is_same = [&first](const JointWeights& one) {
    return one.joints == first.joints && one.weights == first.weights;
  };
  return std::all_of(of_a->begin(), of_a->end(), is_same) &&
         std::all_of(of_b->begin(), of_b->end(), is_same);
}

// Whether b still touches another part that moves as a does: a lid that opens leaves the front of
// its chest, not the back.
bool is_held(const LintContext& posed, std::uint32_t a, std::uint32_t b, double allowed) {
  for (const Contact& contact : posed.joints->touching) {
    if (contact.a != b && contact.b != b) continue;
    const std::uint32_t third = contact.a == b ? contact.b : contact.a;
    if (third == a || !posed.solids[third] || !move_together(*posed.rest, a, third)) continue;
    if (relation(posed.solid(third), posed.solid(b), posed.work).distance <= allowed) return true;
  }
  return false;
}

// A joint that has a gap at rest may have a larger one in a pose.
void lint_torn(const LintContext& rest, const LintContext& posed, std::span<const Contact> contacts,
               bool are_gaps) {
  for (const Contact& contact : contacts) {
    if (posed.work.is_exceeded()) return;
    if (!posed.solids[contact.a] || !posed.solids[contact.b]) continue;
    const Solid& a = posed.solid(contact.a);
    const Solid& b = posed.solid(contact.b);
    const double smaller = smaller_size(rest, contact.a, contact.b);
    const double limit =
        std::max(rest.scale * lint_limits::torn, lint_limits::torn_share * smaller);
    const double with_gap = contact.relation.distance + limit;
    const double allowed =
        are_gaps ? std::max(with_gap, lint_limits::open_joint_share * smaller) : limit;
    const SolidRelation now = relation(a, b, posed.work);
    if (now.distance <= allowed || is_held(posed, contact.a, contact.b, allowed) ||
        is_held(posed, contact.b, contact.a, allowed)) {
      continue;
    }
    report_torn(posed, contact, now, are_gaps);
  }
}

struct EdgeStretch {
  double factor = 0;
  double length = 0;
  Vec3 direction;
};

// The edge of a triangle that gets longest compared with its length at rest.
EdgeStretch greatest_stretch(const ShownPrimitive& rest, const ShownPrimitive& posed,
                             double limit) {
  EdgeStretch greatest;
  for (const Triangle& triangle : rest.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = triangle[i];
      const std::uint32_t to = triangle[(i + 1) % 3];
      const double before = length(rest.positions[to] - rest.positions[from]);
      const Vec3 edge = posed.positions[to] - posed.positions[from];
      const double now = length(edge);
      if (!(before > 0) || now <= limit || now <= greatest.factor * before) continue;
      greatest = {now / before, now, edge / now};
    }
  }
  return greatest;
}

void lint_stretched(const LintContext& rest, const LintContext& posed) {
  for (const ShownMesh& mesh : posed.scene.meshes) {
    if (mesh.binding == nullptr) continue;
    for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
      const std::uint32_t part = mesh.first_primitive + i;
      if (!rest.solids[part]) continue;
      const double limit = lint_limits::stretched_share * size_of(rest.solid(part).bounds);
      const EdgeStretch found =
          greatest_stretch(rest.scene.primitives[part], posed.scene.primitives[part], limit);
      if (found.factor < lint_limits::stretched) continue;
      const LintItem other = item_of(posed, part);
      report(posed, Code::TearingPose, item_of_pose(posed, nullptr), &other,
             fmt::format("the surface of '{}' is stretched {:.3g} times, to {}, in direction {}",
                         posed.id(part), found.factor, meters(found.length),
                         vector_text(found.direction)),
             "spread the weights over a wider part of it, or turn less");
    }
  }
}

bool is_buried(const SolidRelation& relation) {
  return relation.status == MeasureStatus::Containing ||
         relation.status == MeasureStatus::Contained;
}

// Bones that a pose does not place take what follows them to the origin, into each other.
void lint_collapsed(const LintContext& rest, const LintContext& posed) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> at_rest;
  for (const Contact& contact : rest.contacts) {
    if (is_buried(contact.relation)) at_rest.emplace(contact.a, contact.b);
  }
  for (const Contact& contact : posed.contacts) {
    if (!is_buried(contact.relation) || at_rest.contains({contact.a, contact.b})) continue;
    const bool a_is_outer = contact.relation.status == MeasureStatus::Containing;
    const std::uint32_t inner = a_is_outer ? contact.b : contact.a;
    report_buried(posed, inner, a_is_outer ? contact.a : contact.b);
  }
}

}  // namespace

Joints joints_of(const LintContext& rest) {
  const BoneLinks links(rest);
  Joints joints{rest.contacts, gaps_at_joints(rest, links)};
  std::erase_if(joints.touching,
                [&](const Contact& contact) { return !links.are_linked(contact.a, contact.b); });
  return joints;
}

void lint_tears(const LintContext& posed) {
  const LintContext& rest = *posed.rest;
  posed.memory.torn.clear();
  lint_collapsed(rest, posed);
  lint_torn(rest, posed, posed.joints->touching, false);
  lint_torn(rest, posed, posed.joints->with_gaps, true);
  lint_stretched(rest, posed);
}

}  // namespace rigy::tools

// Parts and what they touch: floating, buried, too deep in each other, nearly touching.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>

#include <fmt/format.h>

#include "lint/bone_links.hpp"
#include "lint/context.hpp"
#include "math/rounding.hpp"

namespace rigy::tools {
namespace {

// --- L01: parts that float ---

// Which primitives hold each other, directly or through others: each has the first of its group.
std::vector<std::uint32_t> groups_of(const LintContext& context) {
  std::vector<std::uint32_t> group(context.scene.primitives.size());
  std::iota(group.begin(), group.end(), 0u);
  const auto first_of = [&](std::uint32_t i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
  };
  for (const Contact& contact : context.contacts) {
    const std::uint32_t a = first_of(contact.a);
    const std::uint32_t b = first_of(contact.b);
    group[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t i = 0; i < group.size(); ++i) group[i] = first_of(i);
  return group;
}

struct Group {
  Bounds bounds;
  std::uint32_t largest = 0;
  std::uint32_t parts = 0;
};

using Groups = std::map<std::uint32_t, Group>;

Groups measured_groups(const LintContext& context, const std::vector<std::uint32_t>& group) {
  Groups groups;
  for (const std::uint32_t i : context.items) {
    const Bounds& bounds = context.solid(i).bounds;
    const auto [own, is_new] = groups.emplace(group[i], Group{bounds, i, 0});
    ++own->second.parts;
    extend(own->second.bounds, bounds);
    if (size_of(bounds) > size_of(context.solid(own->second.largest).bounds))
      own->second.largest = i;
  }
  return groups;
}

struct Neighbor {
  std::uint32_t own = 0;
  std::uint32_t other = no_index;
  SolidRelation relation;
};

// The part of another group, of those that count, that is nearest to this one.
template <class Counts>
void find_nearer(const LintContext& context, const std::vector<std::uint32_t>& group,
                 std::uint32_t own, Neighbor& nearest, const Counts& counts) {
  const Solid& solid = context.solid(own);
  const auto can_be_nearer = [&](const Bounds& box) {
    if (context.work.is_exceeded()) return false;
    const double known = nearest.relation.distance;
    return nearest.other == no_index || square_distance(box, solid.bounds) < known * known;
  };
  context.tree.visit(can_be_nearer, [&](std::uint32_t number) {
    const std::uint32_t other = context.items[number];
    if (group[other] == group[own] || !can_be_nearer(context.solid(other).bounds)) return;
    if (!counts(own, other)) return;
    const SolidRelation found = relation(solid, context.solid(other), context.work);
    if (nearest.other == no_index || found.distance < nearest.relation.distance) {
      nearest = {own, other, found};
    }
  });
}

void report_floating(const LintContext& context, const Neighbor& nearest, const Group& group) {
  const Vec3 way = nearest.relation.points[1] - nearest.relation.points[0];
  const std::string others = group.parts > 1 ? fmt::format(" with {} more part{}", group.parts - 1,
                                                           group.parts > 2 ? "s" : "")
                                             : "";
  const LintItem other = item_of(context, nearest.other);
  report(context, Code::FloatingPart, item_of(context, nearest.own), &other,
         fmt::format("'{}'{} touches nothing: it floats {} away from '{}', in direction {}",
                     context.id(nearest.own), others, meters(nearest.relation.distance),
                     context.id(nearest.other),
                     vector_text(nearest.relation.direction.value_or(Vec3{}))),
         fmt::format("move it by {}, or write '# rigy-lint: allow L01' above it",
                     vector_text(way, 1e-3 * context.scale)));
}

bool stands(const LintContext& context, const Group& group) {
  return std::abs(group.bounds.min.y) <= context.scale * lint_limits::ground;
}

// What the others are seen from: the largest that stands on the ground, else the largest.
Groups::const_iterator main_of(const LintContext& context, const Groups& groups) {
  const auto rank = [&](const auto& entry) {
    return std::pair(stands(context, entry.second), size_of(entry.second.bounds));
  };
  return std::max_element(groups.begin(), groups.end(),
                          [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

// Whether one is above another, seen from above.
bool any_overlap_from_above(const Groups& groups, double least) {
  std::vector<Bounds> shadows;
  for (const auto& [first, group] : groups) {
    shadows.push_back(group.bounds);
    shadows.back().min.y = shadows.back().max.y = 0;
  }
  const auto common = [](const Bounds& a, const Bounds& b, std::size_t axis) {
    return std::min(a.max[axis], b.max[axis]) - std::max(a.min[axis], b.min[axis]);
  };
  const BoundsTree tree(shadows);
  bool found = false;
  visit_near_pairs(
      tree, tree, [&] { return found ? -1.0 : 0.0; },
      [&](std::uint32_t i, std::uint32_t j) {
        if (i >= j || found) return;
        found =
            common(shadows[i], shadows[j], 0) > least && common(shadows[i], shadows[j], 2) > least;
      });
  return found;
}

// Whether one stands on the ground and another hangs in the air.
bool stand_and_hang(const LintContext& context, const Group& main, const Groups& groups) {
  return stands(context, main) && std::any_of(groups.begin(), groups.end(), [&](const auto& entry) {
           return entry.second.bounds.min.y > context.scale * lint_limits::ground;
         });
}

// Things side by side, or all at one height, are shown, not built together.
bool is_display(const LintContext& context, const Group& main, const Groups& groups) {
  if (stand_and_hang(context, main, groups)) return false;
  const auto [lowest, highest] = std::minmax_element(
      groups.begin(), groups.end(),
      [](const auto& a, const auto& b) { return a.second.bounds.min.y < b.second.bounds.min.y; });
  const double difference = highest->second.bounds.min.y - lowest->second.bounds.min.y;
  return difference <= context.scale * lint_limits::ground ||
         !any_overlap_from_above(groups, context.scale * lint_limits::contact);
}

// How far two parts may be apart if one holds the other. Characters are often built of parts with
// gaps at the joints; what a pose may do to them is L11's.
double floating_limit(const LintContext& context, const Neighbor& nearest) {
  const double reach = reach_between(context, nearest.own, nearest.other);
  if (context.scene.mesh_of(context.scene.primitives[nearest.own]).binding == nullptr) return reach;
  const double share =
      context.pose.empty() ? lint_limits::joint_share : lint_limits::open_joint_share;
  return std::max(reach, share * smaller_size(context, nearest.own, nearest.other));
}

bool are_of_one_armature(const LintContext& context, std::uint32_t a, std::uint32_t b) {
  const ShownMesh& own = context.scene.mesh_of(context.scene.primitives[a]);
  const ShownMesh& other = context.scene.mesh_of(context.scene.primitives[b]);
  return own.armature != no_index && own.armature == other.armature;
}

// Whether nothing new is said by reporting that the parts of a group float: L01 said it of all of
// them before, L11 that the pose tears one off, or L13 that the child they belong to is turned.
bool is_told(const LintContext& context, std::span<const std::uint32_t> parts) {
  const Memory& memory = context.memory;
  const auto is_known = [&](std::uint32_t part) { return memory.floating.contains(part); };
  const auto is_explained = [&](std::uint32_t part) {
    return memory.torn.contains(part) || turned_child_of(context, part) != no_index;
  };
  return (!context.pose.empty() && std::all_of(parts.begin(), parts.end(), is_known)) ||
         std::any_of(parts.begin(), parts.end(), is_explained);
}

void lint_floating(const LintContext& context) {
  const std::vector<std::uint32_t> group = groups_of(context);
  const Groups groups = measured_groups(context, group);
  if (groups.size() < 2) return;
  const auto main = main_of(context, groups);
  if (main->second.parts < 2 && is_display(context, main->second, groups)) return;
  const auto any = [](std::uint32_t, std::uint32_t) { return true; };
  std::map<std::uint32_t, Neighbor> nearest;
  std::map<std::uint32_t, std::vector<std::uint32_t>> parts;
  for (const std::uint32_t i : context.items) {
    // What stands on the ground does not float.
    if (group[i] == main->first || stands(context, groups.at(group[i]))) continue;
    find_nearer(context, group, i, nearest[group[i]], any);
    parts[group[i]].push_back(i);
  }
  for (const auto& [first, found] : nearest) {
    if (found.other == no_index || found.relation.distance <= floating_limit(context, found))
      continue;
    const std::vector<std::uint32_t>& own = parts.at(first);
    if (is_told(context, own)) continue;
    report_floating(context, found, groups.at(first));
    context.memory.floating.insert(own.begin(), own.end());
  }
}

// --- L02, L03: one in another ---

bool is_opaque(const LintContext& context, std::uint32_t primitive) {
  return context.scene.primitives[primitive].color[3] >= 1;
}

// Whether the two can move against each other, so that another pose shows what this one hides.
bool move_apart(const LintContext& context, std::uint32_t a, std::uint32_t b) {
  const auto& of_a = context.scene.primitives[a].influences;
  const auto& of_b = context.scene.primitives[b].influences;
  if (of_a == nullptr && of_b == nullptr) return false;
  if (of_a == nullptr || of_b == nullptr || of_a->empty() || of_b->empty()) return true;
  return of_a->front().joints != of_b->front().joints ||
         of_a->front().weights != of_b->front().weights;
}

// The share of a part that lies inside another, by points of a grid.
double share_inside(const LintContext& context, std::uint32_t part, std::uint32_t other) {
  constexpr int steps = 6;
  const Solid& own = context.solid(part);
  const Vec3 extent = own.bounds.max - own.bounds.min;
  int inside = 0;
  int both = 0;
  for (int i = 0; i < steps * steps * steps; ++i) {
    const auto at = [](int cell) { return (cell % steps + 0.5) / steps; };
    const Vec3 point = own.bounds.min + Vec3{at(i) * extent.x, at(i / steps) * extent.y,
                                             at(i / steps / steps) * extent.z};
    if (!contains(own, point, context.work)) continue;
    ++inside;
    if (contains(context.solid(other), point, context.work)) ++both;
  }
  return inside > 0 ? static_cast<double>(both) / inside : 0;
}

// Boxes that share less than this cannot hold so much of each other.
bool may_be_deep(const Bounds& a, const Bounds& b) {
  double shared = 1;
  double own = 1;
  double other = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double common = std::min(a.max[axis], b.max[axis]) - std::max(a.min[axis], b.min[axis]);
    shared *= std::max(0.0, common);
    own *= a.max[axis] - a.min[axis];
    other *= b.max[axis] - b.min[axis];
  }
  return shared > 0.8 * lint_limits::shared * std::max(own, other);
}

void report_deep(const LintContext& context, const Contact& contact, double share, bool of_a) {
  const std::uint32_t inner = of_a ? contact.a : contact.b;
  const std::uint32_t outer = of_a ? contact.b : contact.a;
  const Vec3 direction = contact.relation.direction.value_or(Vec3{});
  const double depth = contact.relation.penetration.value_or(0);
  const Vec3 out = of_a ? -direction : direction;
  const LintItem other = item_of(context, outer);
  const std::string way =
      depth > 0 ? fmt::format(", {} deep in direction {}", meters(depth), vector_text(out)) : "";
  report(context, Code::DeepOverlap, item_of(context, inner), &other,
         fmt::format("{:.0f} % of '{}' is inside '{}'{}", 100 * share, context.id(inner),
                     context.id(outer), way),
         depth > 0 ? fmt::format("moving it by {} takes it out", vector_text(depth * out))
                   : "move it out, or make one of the two smaller");
}

void lint_depth(const LintContext& context, const Contact& contact) {
  const std::uint32_t a = contact.a;
  const std::uint32_t b = contact.b;
  if (move_apart(context, a, b)) return;
  if (contact.relation.status == MeasureStatus::Containing && is_opaque(context, a)) {
    report_buried(context, b, a);
  } else if (contact.relation.status == MeasureStatus::Contained && is_opaque(context, b)) {
    report_buried(context, a, b);
  } else if (contact.relation.status == MeasureStatus::Overlapping && is_opaque(context, a) &&
             is_opaque(context, b) &&
             may_be_deep(context.solid(a).bounds, context.solid(b).bounds)) {
    const double of_a = share_inside(context, a, b);
    const double of_b = share_inside(context, b, a);
    if (std::min(of_a, of_b) < lint_limits::shared) return;
    report_deep(context, contact, std::max(of_a, of_b), of_a >= of_b);
  }
}

// --- L05: gaps ---

// A gap as one of its two parts sees it: the way that closes it if that part moves.
struct SeenGap {
  std::uint32_t part = 0;
  Vec3 way;
  const Contact* contact = nullptr;

  [[nodiscard]] std::uint32_t other() const { return part == contact->a ? contact->b : contact->a; }
};

// Gaps that are closed by moving one part: of that part, the way in whole units.
using GapKey = std::pair<std::uint32_t, std::array<double, 3>>;
using Gaps = std::map<GapKey, std::vector<SeenGap>>;

GapKey key_of(const SeenGap& gap) {
  const auto units = [](double value) { return round_half_even(value / touching_tolerance); };
  return {gap.part, {units(gap.way.x), units(gap.way.y), units(gap.way.z)}};
}

bool is_gap(const LintContext& context, const Contact& contact) {
  const SolidRelation& found = contact.relation;
  return found.status == MeasureStatus::Apart &&
         found.distance > touching_tolerance + context.rounding;
}

std::array<SeenGap, 2> sides_of(const Contact& contact) {
  const auto& [of_a, of_b] = contact.relation.points;
  return {{{contact.a, of_b - of_a, &contact}, {contact.b, of_a - of_b, &contact}}};
}

// Each gap once, with the others that have the same cause: a table top above its legs is too high
// for all of them.
Gaps gaps_by_cause(const std::vector<const Contact*>& contacts) {
  std::map<GapKey, std::size_t> counts;
  for (const Contact* const contact : contacts) {
    for (const SeenGap& side : sides_of(*contact)) ++counts[key_of(side)];
  }
  Gaps gaps;
  for (const Contact* const contact : contacts) {
    const auto [a, b] = sides_of(*contact);
    const SeenGap& cause = counts.at(key_of(a)) >= counts.at(key_of(b)) ? a : b;
    gaps[key_of(cause)].push_back(cause);
  }
  return gaps;
}

std::string text_of_gap(const LintContext& context, const Contact& contact) {
  return fmt::format("between '{}' and '{}' there is a gap of {:.3g} mm, in direction {}",
                     context.id(contact.a), context.id(contact.b), 1000 * contact.relation.distance,
                     vector_text(contact.relation.direction.value_or(Vec3{})));
}

void report_gap(const LintContext& context, const Contact& contact) {
  const auto [a, b] = sides_of(contact);
  const double size_of_a = size_of(context.solid(contact.a).bounds);
  const double size_of_b = size_of(context.solid(contact.b).bounds);
  // Larger parts more often are where they belong.
  const SeenGap& moved = size_of_b < size_of_a - context.rounding ? b : a;
  const LintItem other = item_of(context, contact.b);
  report(context, Code::NarrowGap, item_of(context, contact.a), &other,
         text_of_gap(context, contact),
         fmt::format("move '{}' by {} to close it", context.id(moved.part),
                     vector_text(moved.way, 1e-7)));
}

std::string help_for_gaps(const LintContext& context, const std::vector<SeenGap>& gaps,
                          bool is_held) {
  const SeenGap& first = gaps.front();
  const std::string part = context.id(first.part);
  if (!is_held) {
    return fmt::format("move '{}' by {} to close all of them", part, vector_text(first.way, 1e-7));
  }
  return fmt::format(
      "to close all of them, move '{}' and what it touches by {}, or the other {} by {}", part,
      vector_text(first.way, 1e-7), gaps.size(), vector_text(-first.way, 1e-7));
}

void report_gaps(const LintContext& context, const std::vector<SeenGap>& gaps, bool is_held) {
  const SeenGap& first = gaps.front();
  const std::size_t more = gaps.size() - 1;
  const LintItem other = item_of(context, first.other());
  report(context, Code::NarrowGap, item_of(context, first.part), &other,
         fmt::format("{}; {} more part{} as far from '{}'", text_of_gap(context, *first.contact),
                     more, more == 1 ? " is" : "s are", context.id(first.part)),
         help_for_gaps(context, gaps, is_held));
}

// The parts that touch another.
std::set<std::uint32_t> held_parts(const LintContext& context) {
  std::set<std::uint32_t> held;
  for (const Contact& contact : context.contacts) {
    if (!is_gap(context, contact)) held.insert({contact.a, contact.b});
  }
  return held;
}

void lint_gaps(const LintContext& context, const std::vector<const Contact*>& contacts) {
  if (contacts.empty()) return;
  const std::set<std::uint32_t> held = held_parts(context);
  for (const auto& [key, gaps] : gaps_by_cause(contacts)) {
    if (gaps.size() > 1) {
      report_gaps(context, gaps, held.contains(key.first));
    } else {
      report_gap(context, *gaps.front().contact);
    }
  }
}

}  // namespace

void report_buried(const LintContext& context, std::uint32_t inner, std::uint32_t outer) {
  const LintItem other = item_of(context, outer);
  const double size = size_of(context.solid(inner).bounds);
  const Vec3 way = middle_of(context.solid(inner).bounds) - middle_of(context.solid(outer).bounds);
  const double far = length(way);
  const std::string where =
      far < context.scale * lint_limits::same_plane
          ? "at its middle"
          : fmt::format("{} from its middle in direction {}", meters(far), vector_text(way / far));
  report(context, Code::BuriedPart, item_of(context, inner), &other,
         fmt::format("'{}', {} in size, is buried in '{}', {}", context.id(inner), meters(size),
                     context.id(outer), where),
         "move it out of the other, make it larger, or remove it");
}

std::vector<Contact> gaps_at_joints(const LintContext& rest, const BoneLinks& links) {
  const std::vector<std::uint32_t> group = groups_of(rest);
  const auto may_join = [&](std::uint32_t own, std::uint32_t other) {
    return are_of_one_armature(rest, own, other) && links.are_linked(own, other);
  };
  std::map<std::uint32_t, Neighbor> nearest;
  for (const std::uint32_t i : rest.items) {
    const bool is_bound = rest.scene.mesh_of(rest.scene.primitives[i]).binding != nullptr;
    if (is_bound) find_nearer(rest, group, i, nearest[group[i]], may_join);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, SolidRelation> pairs;
  for (const auto& [first, found] : nearest) {
    // More is L01's.
    if (found.other == no_index || found.relation.distance > floating_limit(rest, found)) continue;
    pairs.emplace(std::minmax(found.own, found.other), found.relation);
  }
  std::vector<Contact> joints;
  for (const auto& [pair, gap] : pairs) joints.push_back({pair.first, pair.second, gap});
  return joints;
}

void lint_contacts(const LintContext& context) {
  lint_floating(context);
  std::vector<const Contact*> gaps;
  for (const Contact& contact : context.contacts) {
    if (context.work.is_exceeded()) return;
    if (turned_child_of(context, contact.a) != turned_child_of(context, contact.b)) continue;
    lint_depth(context, contact);
    // In a pose, parts that pass by each other are near for no reason.
    if (!context.pose.empty() || !is_gap(context, contact)) continue;
    const LintItem other = item_of(context, contact.b);
    // One that is allowed is no reason to be silent about the others.
    if (!is_allowed(context, Code::NarrowGap, item_of(context, contact.a), &other))
      gaps.push_back(&contact);
  }
  lint_gaps(context, gaps);
}

}  // namespace rigy::tools

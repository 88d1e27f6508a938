// What the rules look at: a scene in one pose, its primitives as solids, and which of them are near
// each other; and how they report what they find.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "distance/solid.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "placement/roots.hpp"
#include "text/lines.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// Lengths in meters, in an asset of the usual size; docs/lint.md explains them.
namespace lint_limits {
inline constexpr double usual_size = 0.1;      // lengths shrink with smaller assets
inline constexpr double contact = 1e-3;        // parts this near hold each other
inline constexpr double contact_share = 0.05;  // and are no farther apart than this, of the smaller
inline constexpr double joint_share = 0.15;    // the gap of a joint, of the smaller part
inline constexpr double open_joint_share = 0.3;  // the gap that a pose may leave, of the same
inline constexpr double ground = 1e-3;           // how exactly something stands on y = 0
inline constexpr double shared = 0.5;            // of each of two parts inside the other
inline constexpr double same_plane = 1e-4;       // faces this near flicker
inline constexpr double flicker_width = 1e-3;    // and have to overlap by this
inline constexpr double leg_difference = 1e-3;   // between legs of a pair
inline constexpr double bone_outside = 0.05;     // of the mesh's diagonal
inline constexpr double tip = 0.15;              // of the armature's; a shorter last bone is a tip
inline constexpr double far_weight = 0.05;       // weights below this do not matter
inline constexpr double far_bone = 0.5;          // of the mesh's diagonal
inline constexpr double nearer_bone = 1.0 / 3;   // of the distance of the far one
inline constexpr double torn = 0.01;             // between parts that touch at rest
inline constexpr double torn_share = 0.05;       // and of the smaller part
inline constexpr double stretched = 4;           // times the length at rest
inline constexpr double stretched_share = 0.05;  // and of the mesh's diagonal
inline constexpr double upright = 0.5;           // the least cosine between up and a child's up
}  // namespace lint_limits

class BoneLinks;  // lint/bone_links.hpp

struct Contact {
  std::uint32_t a = 0;  // of EvaluatedScene::primitives, a < b
  std::uint32_t b = 0;
  SolidRelation relation;
};

// An item of a document that a finding is about.
struct LintItem {
  const ImportingFile* file = nullptr;
  ItemOrigin origin;
  const void* identity = nullptr;
  std::uint32_t place =
      no_index;  // which of several: of EvaluatedScene::meshes, if it is a primitive
};

struct LintFinding {
  Code code{};
  LintItem item;
  std::optional<LintItem> other;
  std::string message;
  std::string help;
  // Where it was found: the places of the two items, in different instances.
  std::set<std::pair<std::uint32_t, std::uint32_t>> places;
};

struct Memory {
  std::vector<LintFinding> findings;
  // Findings about the same items, in either order, are one, however many instances or poses they
  // are in; those about a pose (L11) are one for each.
  std::map<std::tuple<Code, const void*, const void*, std::string>, std::size_t> known;
  std::map<const Source*, LineIndex> lines;  // of files with comments for the lint
  std::set<std::uint32_t> floating;          // primitives that L01 was about, at rest or in a pose
  std::set<std::uint32_t> torn;              // primitives that L11 was about, in this pose
  std::set<std::uint32_t> turned;  // of EvaluatedScene::instances: children that L13 was about
};

struct Joints;

struct LintContext {
  const EvaluatedScene& scene;
  const Placements& placements;
  const std::string& pose;  // empty: at rest
  Memory& memory;
  Work& work;
  double scale = 1;                          // of the lengths of lint_limits
  double rounding = 0;                       // lengths that differ by no more are equal
  std::vector<std::optional<Solid>> solids;  // of EvaluatedScene::primitives
  BoundsTree tree;                           // over the bounds of `items`
  std::vector<std::uint32_t> items;          // primitives that have a solid
  std::vector<Contact> contacts;             // pairs that are apart by at most reach_between()
  // Of a pose: the rest shape, and what belongs together there.
  const LintContext* rest = nullptr;
  const Joints* joints = nullptr;
  MotionPlans* motions = nullptr;  // of the rest shape
  std::string_view clip = {};      // the only one to look at; empty: all

  [[nodiscard]] const Solid& solid(std::uint32_t primitive) const { return *solids[primitive]; }
  [[nodiscard]] std::string id(std::uint32_t primitive) const {
    return full_id(scene, scene.primitives[primitive]);
  }
};

[[nodiscard]] LintContext make_context(const EvaluatedScene& scene, const Placements& placements,
                                       const std::string& pose, Memory& memory, Work& work);

// Adds the contacts, but for those of pairs that also touch in `known`.
void find_contacts(LintContext& context, const LintContext* known = nullptr);

// How far two primitives may be apart and still touch.
[[nodiscard]] double reach_between(const LintContext& context, std::uint32_t a, std::uint32_t b);

// The size of the smaller of two primitives.
[[nodiscard]] double smaller_size(const LintContext& context, std::uint32_t a, std::uint32_t b);

[[nodiscard]] LintItem item_of(const LintContext& context, std::uint32_t primitive);

// The nearest child of a scene, of EvaluatedScene::instances, that holds it and that L13 was about;
// no_index if there is none. What such a child does to the parts around it, other rules need not
// repeat.
[[nodiscard]] std::uint32_t turned_child_of(const LintContext& context, std::uint32_t primitive);

// Whether a comment at one of the items allows the finding.
[[nodiscard]] bool is_allowed(const LintContext& context, Code code, const LintItem& item,
                              const LintItem* other);

// Remembers it unless a comment at the item, or at the other one, allows it.
void report(const LintContext& context, Code code, const LintItem& item, const LintItem* other,
            const std::string& message, const std::string& help);

// Reports what was found, except by the rules with these ids.
void report_findings(const Memory& memory, const std::vector<std::string>& allowed,
                     const Assembly& assembly, Diagnostics& diagnostics);

// "0.12 m", "[0, -1, 0]": short enough to be read, exact enough to be used. What is below half of
// the step is 0.
[[nodiscard]] std::string meters(double value);
[[nodiscard]] std::string vector_text(const Vec3& v, double step = 1e-3);
// The largest side of a box, and the middle.
[[nodiscard]] double size_of(const Bounds& bounds);
[[nodiscard]] Vec3 middle_of(const Bounds& bounds);

// L02.
void report_buried(const LintContext& context, std::uint32_t inner, std::uint32_t outer);

// Pairs of parts that belong together at rest.
struct Joints {
  std::vector<Contact> touching;
  // Bound parts that touch nothing, each group with what is nearest and moves with the same
  // armature. The relations may be those of b and a: only the distance is to be used.
  std::vector<Contact> with_gaps;
};
[[nodiscard]] Joints joints_of(const LintContext& rest);

// Bound parts that touch nothing, each with the nearest part that a joint may connect it with.
[[nodiscard]] std::vector<Contact> gaps_at_joints(const LintContext& rest, const BoneLinks& links);

// The functions of the rules, one file for each.
#define LINT_RULE(name, id, since, scope, function, summary, help, threshold) \
  void lint_##function(const LintContext& context);
#include "diagnostics/lint_rules.def"
#undef LINT_RULE

}  // namespace rigy::tools

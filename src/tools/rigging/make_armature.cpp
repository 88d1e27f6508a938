// A skeleton of a usual kind for what a document shows.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "rigging/leg_places.hpp"
#include "rigging/rig_kinds.hpp"
#include "rigy/edit.hpp"
#include "rigy/rigging.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

// To the millimeter, which is what a person edits.
double rounded(double meters) { return std::nearbyint(meters * 1000) / 1000; }

class Fit {
 public:
  explicit Fit(const Bounds& bounds) : bounds_(bounds), half_(0.5 * (bounds.max - bounds.min)) {}

  [[nodiscard]] std::string text_of(const Vec3& share) const {
    const Vec3 middle = 0.5 * (bounds_.min + bounds_.max);
    return point_text({middle.x + share.x * half_.x, bounds_.min.y + 2 * share.y * half_.y,
                       middle.z + share.z * half_.z});
  }
  // By convention the root is at the origin, wherever the shape is.
  [[nodiscard]] std::string root_tail(const Vec3& share) const {
    return point_text({0, 2 * share.y * half_.y, 0});
  }

 private:
  [[nodiscard]] static std::string point_text(const Vec3& point) {
    return fmt::format("[{:g}, {:g}, {:g}]", 0.0 + rounded(point.x), 0.0 + rounded(point.y),
                       0.0 + rounded(point.z));
  }

  Bounds bounds_;
  Vec3 half_;
};

std::string bone_text(const Fit& fit, const RigBone& bone) {
  const bool is_root = bone.id == "root";
  return fmt::format("{{id: {}, parent: {}, head: {}, tail: {}}}", bone.id, bone.parent,
                     is_root ? "[0, 0, 0]" : fit.text_of(bone.head),
                     is_root ? fit.root_tail(bone.tail) : fit.text_of(bone.tail));
}

// What the ids of both sides begin with; the tables have the left one.
struct SidePrefixes {
  std::string_view left = "L_";
  std::string_view right = "R_";

  [[nodiscard]] static bool is_paired(std::string_view id) { return id.starts_with("L_"); }
  [[nodiscard]] std::string on_left(std::string_view id) const { return with_prefix(id, left); }
  [[nodiscard]] std::string on_right(std::string_view id) const { return with_prefix(id, right); }

 private:
  [[nodiscard]] static std::string with_prefix(std::string_view id, std::string_view prefix) {
    return is_paired(id) ? fmt::format("{}{}", prefix, id.substr(2)) : std::string(id);
  }
};

// The side that symmetry copies may be the right one.
bool is_right(std::string_view prefix) {
  return prefix.starts_with('R') || prefix.starts_with('r');
}

Vec3 reflection(const Vec3& share) { return {-share.x, share.y, share.z}; }

class ArmatureWriter {
 public:
  ArmatureWriter(const Fit& fit, const std::optional<MirrorX>& rule) : fit_(fit) {
    if (!rule) return;
    writes_right_ = is_right(rule->prefix_from.value);
    writes_left_ = !writes_right_;
    sides_ = writes_left_ ? SidePrefixes{rule->prefix_from.value, rule->prefix_to.value}
                          : SidePrefixes{rule->prefix_to.value, rule->prefix_from.value};
  }

  void write(const RigBone& bone, std::vector<std::string>& bones) const {
    const std::string left = sides_.on_left(bone.id);
    const std::string left_parent = sides_.on_left(bone.parent);
    const bool is_paired = SidePrefixes::is_paired(bone.id);
    if (writes_left_ || !is_paired) {
      bones.push_back(bone_text(fit_, {left, left_parent, bone.head, bone.tail}));
    }
    if (!writes_right_ || !is_paired) return;
    const std::string right = sides_.on_right(bone.id);
    const std::string right_parent = sides_.on_right(bone.parent);
    bones.push_back(
        bone_text(fit_, {right, right_parent, reflection(bone.head), reflection(bone.tail)}));
  }

 private:
  const Fit& fit_;
  SidePrefixes sides_;
  bool writes_left_ = true;
  bool writes_right_ = true;
};

const RigKind* kind_named(std::string_view name, std::vector<std::string>& faults) {
  for (const RigKind& kind : all_rig_kinds()) {
    if (kind.name == name) return &kind;
  }
  faults.push_back(
      fmt::format("'{}' is not a kind of skeleton: {}", name, fmt::join(rig_kinds(), ", ")));
  return nullptr;
}

std::string free_armature_id(const Document& document) {
  const auto is_taken = [&document](const std::string& id) {
    return std::any_of(document.armatures.begin(), document.armatures.end(),
                       [&id](const Armature& armature) { return armature.id.value == id; });
  };
  std::string id = "rig";
  for (int i = 2; is_taken(id); ++i) id = fmt::format("rig_{}", i);
  return id;
}

std::optional<EvaluatedScene> rest_of(const Analysis& analysis) {
  Diagnostics diagnostics = analysis.assembly->diagnostics;
  return build_evaluated_scene(*analysis.assembly, {}, diagnostics);
}

}  // namespace

std::vector<std::string_view> rig_kinds() {
  std::vector<std::string_view> names;
  for (const RigKind& kind : all_rig_kinds()) names.push_back(kind.name);
  return names;
}

MadeArmature make_armature(const Analysis& analysis, std::string_view kind) {
  MadeArmature made;
  const Asset* const asset =
      analysis.assembly == nullptr ? nullptr : analysis.assembly->assembly.root();
  if (asset == nullptr || !analysis.report.ok()) {
    made.faults.emplace_back(analysis.is_scene ? "armatures belong to assets, and this is a scene"
                                               : "the document has errors");
    return made;
  }
  const RigKind* const found = kind_named(kind, made.faults);
  const std::optional<EvaluatedScene> scene = rest_of(analysis);
  const std::optional<Bounds> bounds = scene ? bounds_of(*scene) : std::nullopt;
  if (!bounds) made.faults.emplace_back("the document shows nothing that bones could be fitted to");
  if (!made.faults.empty()) return made;
  made.id = free_armature_id(asset->document);
  const Fit fit(*bounds);
  const ArmatureWriter writer(fit, asset->document.mirror_x);
  std::vector<RigBone> bones = bones_for(*found, bounds->max - bounds->min);
  fit_legs(*scene, *bounds, bones);
  for (const RigBone& bone : bones) writer.write(bone, made.bones);
  return made;
}

std::string armature_entry(const MadeArmature& armature, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string text = fmt::format("{}- id: {}\n{}  bones:\n", margin, armature.id, margin);
  for (const std::string& bone : armature.bones) text += fmt::format("{}    - {}\n", margin, bone);
  return text;
}

std::optional<std::string> with_armature(std::string_view text, const MadeArmature& armature) {
  NewValue value;
  value.flow = fmt::format("{{id: {}, bones: [{}]}}", armature.id, fmt::join(armature.bones, ", "));
  value.block = {fmt::format("id: {}", armature.id), "bones:"};
  for (const std::string& bone : armature.bones) value.block.push_back("  - " + bone);
  const auto edits = insert_item(text, "armatures", value);
  return edits ? apply_edits(text, *edits) : std::nullopt;
}

}  // namespace rigy

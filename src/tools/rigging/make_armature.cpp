// A skeleton of a usual kind for what a document shows.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
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
    return fmt::format("[{:g}, {:g}, {:g}]", 0.0 + rounded(middle.x + share.x * half_.x),
                       0.0 + rounded(bounds_.min.y + 2 * share.y * half_.y),
                       0.0 + rounded(middle.z + share.z * half_.z));
  }

 private:
  Bounds bounds_;
  Vec3 half_;
};

std::string bone_text(const Fit& fit, const RigBone& bone) {
  return fmt::format("{{id: {}, parent: {}, head: {}, tail: {}}}", bone.id, bone.parent,
                     fit.text_of(bone.head), fit.text_of(bone.tail));
}

bool is_left(std::string_view id) { return id.starts_with("L_"); }

std::string other_side(std::string_view id) {
  return is_left(id) ? fmt::format("R_{}", id.substr(2)) : std::string(id);
}

Vec3 reflection(const Vec3& share) { return {-share.x, share.y, share.z}; }

const RigKind* kind_named(std::string_view name, std::vector<std::string>& faults) {
  for (const RigKind& kind : all_rig_kinds()) {
    if (kind.name == name) return &kind;
  }
  faults.push_back(
      fmt::format("'{}' is not a kind of skeleton: {}", name, fmt::join(rig_kinds(), ", ")));
  return nullptr;
}

std::string free_id(const Document& document) {
  const auto is_taken = [&document](const std::string& id) {
    return std::any_of(document.armatures.begin(), document.armatures.end(),
                       [&id](const Armature& armature) { return armature.id.value == id; });
  };
  std::string id = "rig";
  for (int i = 2; is_taken(id); ++i) id = fmt::format("rig_{}", i);
  return id;
}

std::optional<Bounds> shown_bounds(const Analysis& analysis) {
  Diagnostics diagnostics = analysis.assembly->diagnostics;
  const auto scene = build_evaluated_scene(*analysis.assembly, {}, diagnostics);
  return scene ? bounds_of(*scene) : std::nullopt;
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
  const std::optional<Bounds> bounds = shown_bounds(analysis);
  if (!bounds) made.faults.emplace_back("the document shows nothing that bones could be fitted to");
  if (!made.faults.empty()) return made;
  made.id = free_id(asset->document);
  const Fit fit(*bounds);
  const bool has_symmetry = asset->document.mirror_x.has_value();
  for (const RigBone& bone : bones_for(*found, bounds->max - bounds->min)) {
    made.bones.push_back(bone_text(fit, bone));
    if (!is_left(bone.id) || has_symmetry) continue;
    const std::string id = other_side(bone.id);
    const std::string parent = other_side(bone.parent);
    made.bones.push_back(
        bone_text(fit, {id, parent, reflection(bone.head), reflection(bone.tail)}));
  }
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

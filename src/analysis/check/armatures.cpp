// V05, V06, W03, W09, X03, X10, X13: bones that form trees and have a direction.
#include <algorithm>

#include <fmt/format.h>

#include "check/check.hpp"
#include "common/limits.hpp"
#include "hashing/text_hash.hpp"
#include "math/vec.hpp"

namespace rigy::analysis {
namespace {

constexpr std::size_t max_named_in_cycle = 8;

std::string cycle_text(const Armature& armature, std::size_t start) {
  std::string text;
  std::size_t bone = start;
  for (std::size_t named = 0; named < max_named_in_cycle; ++named) {
    text += fmt::format("{} → ", armature.bones[bone].id.value);
    bone = armature.bones[bone].parent.index;
    if (bone == start) return text.append(armature.bones[start].id.value);
  }
  return text + "…";
}

// Follows the parents of every bone once; a bone met again on the same walk closes a cycle.
void check_cycles(const CheckContext& context, const Armature& armature) {
  std::vector<std::size_t> walk_of(armature.bones.size(), 0);
  for (std::size_t i = 0; i < armature.bones.size(); ++i) {
    const std::size_t walk = i + 1;
    std::size_t bone = i;
    while (bone != no_index && walk_of[bone] == 0) {
      walk_of[bone] = walk;
      bone = armature.bones[bone].parent.index;
    }
    if (bone == no_index || walk_of[bone] != walk) continue;
    const Bone& closing = armature.bones[bone];
    const NewFinding added =
        closing.parent.index == bone
            ? context.at.report(Code::CyclicBones, closing.origin.at(closing.parent.node),
                                "bone '{}' is its own parent", closing.id.value)
            : context.at.report(Code::CyclicBones, closing.origin.at(closing.parent.node),
                                "the parents of bone '{}' form a cycle: {}", closing.id.value,
                                cycle_text(armature, bone));
    added.help("a root bone has parent: none");
  }
}

void check_bone(const CheckContext& context, const Armature& armature, const Bone& bone) {
  if (bone.id.value == "none") {
    context.at.report(Code::EmptyId, bone.origin.at(bone.id.node), "'none' cannot be a bone id")
        .help("'none' marks a root bone; choose another id");
  }
  if (bone.head.given() && bone.tail.given()) {
    const double size = length(bone.tail.value - bone.head.value);
    if (size <= same_point) {
      context.at
          .report(Code::ZeroLengthBone, bone.origin.at(bone.tail.node),
                  "bone '{}' has no direction: its head and tail are {} m apart", bone.id.value,
                  size)
          .help("move one of them; the distance must be greater than 1e-9 m")
          .related(context.at.range_of(bone.head.node), "its head");
    }
  }
  if (!bone.head.given()) return;
  Vec3 offset = bone.head.value;
  if (bone.parent.index != no_index) {
    offset = offset - armature.bones[bone.parent.index].head.value;
  }
  if (!fits_binary32(bone.head.value) || !fits_binary32(offset)) {
    context.at
        .report(Code::HugeCoordinate, bone.origin.at(bone.head.node),
                "the head of bone '{}' is too large for a 32-bit float", bone.id.value)
        .help("keep coordinates below 3.4e38");
  }
}

void check_roots(const CheckContext& context, const Armature& armature) {
  for (const Bone& bone : armature.bones) {
    if (!bone.is_root() || !bone.head.given() || length(bone.head.value) <= same_point) continue;
    context.at
        .report(Code::RootAwayFromOrigin, bone.origin.at(bone.head.node),
                "root bone '{}' of armature '{}' is not at the origin", bone.id.value,
                armature.id.value)
        .help("by convention its head is [0, 0, 0]");
  }
}

// The first mesh without a binding, or a placeholder.
std::string_view mesh_to_bind(const Document& document) {
  std::vector<bool> bound(document.meshes.size());
  for (const Binding& binding : document.bindings) {
    if (binding.mesh.index != no_index) bound[binding.mesh.index] = true;
  }
  const auto free = std::find(bound.begin(), bound.end(), false);
  if (free == bound.end()) return "<mesh id>";
  return document.meshes[static_cast<std::size_t>(free - bound.begin())].id.value;
}

void check_use(const CheckContext& context) {
  const Document& document = context.document;
  if (document.incomplete.bindings) return;
  TextSet<std::string_view> used;
  for (const Binding& binding : document.bindings) {
    // An unknown reference may mean any of them.
    if (binding.armature.index == no_index) return;
    used.insert(binding.armature.id);
  }
  const std::string_view mesh = mesh_to_bind(document);
  for (const Armature& armature : document.armatures) {
    if (!armature.id.given() || used.contains(armature.id.value)) continue;
    context.at
        .report(Code::UnusedArmature, armature.id.node, "no binding uses armature '{}'",
                armature.id.value)
        .help("bind a mesh to it, or remove it:\nbindings:\n  - {{mesh_id: {}, armature_id: {}}}",
              mesh, armature.id.value);
  }
}

}  // namespace

void check_armatures(const CheckContext& context) {
  for (const Armature& armature : context.document.armatures) {
    if (armature.bones_node != no_index && armature.bones.empty()) {
      context.at
          .report(Code::EmptyArmature, armature.bones_node, "armature '{}' has no bones",
                  armature.id.value)
          .help("give it at least one, or remove the armature");
    }
    if (armature.bones.size() > max_bones) {
      context.at
          .report(Code::TooManyBones, armature.bones_node,
                  "armature '{}' has {} bones; the maximum is {}", armature.id.value,
                  armature.bones.size(), max_bones)
          .help("split it into several armatures");
    }
    check_cycles(context, armature);
    check_roots(context, armature);
    for (const Bone& bone : armature.bones) check_bone(context, armature, bone);
  }
  check_use(context);
}

}  // namespace rigy::analysis

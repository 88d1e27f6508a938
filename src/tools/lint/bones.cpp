// Bones and what follows them, at rest.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "distance/proximity.hpp"
#include "lint/context.hpp"

namespace rigy::tools {
namespace {

// One bound mesh at one place.
struct Rig {
  const LintContext& context;
  const ShownMesh& mesh;
  const ShownArmature& armature;
  double diagonal = 0;                   // of the mesh
  std::vector<double> greatest_weights;  // of each bone
};

Convex bone_shape(const ShownBone& bone) {
  Convex shape;
  shape.add_point(bone.head);
  shape.add_point(bone.tail);
  return shape;
}

LintItem item_of(const Rig& rig, std::size_t bone) {
  const Bone* own = rig.armature.bones[bone].bone;
  return {rig.armature.asset, own->origin, own};
}

std::string bone_id(const Rig& rig, std::size_t bone) {
  return std::string(rig.armature.bones[bone].bone->id.value);
}

// By convention the root bone is at the origin, whatever follows it.
bool is_root(const Rig& rig, std::size_t bone) { return rig.armature.bones[bone].bone->is_root(); }

Rig make_rig(const LintContext& context, const ShownMesh& mesh) {
  Rig rig{context, mesh, context.scene.armatures[mesh.armature], 0, {}};
  rig.greatest_weights.resize(rig.armature.bones.size());
  std::optional<Bounds> all;
  for (const ShownPrimitive& primitive : context.scene.primitives_of(mesh)) {
    if (primitive.positions.empty() || primitive.influences == nullptr) continue;
    const Bounds own = bounds_of(primitive.positions);
    if (all) extend(*all, own);
    if (!all) all = own;
    for (const JointWeights& influences : *primitive.influences) {
      for (std::size_t i = 0; i < 4; ++i) {
        double& greatest = rig.greatest_weights[influences.joints[i]];
        greatest = std::max(greatest, influences.weights[i]);
      }
    }
  }
  if (all) rig.diagonal = length(all->max - all->min);
  return rig;
}

// --- L08: a bone outside its mesh ---

// Several meshes may share the body that an armature moves.
bool is_bound_with(const Rig& rig, const ShownMesh& mesh) {
  return mesh.binding != nullptr && mesh.armature == rig.mesh.armature;
}

void lint_outside(const Rig& rig, std::size_t bone) {
  const LintContext& context = rig.context;
  const Solid line = solid_of(bone_shape(rig.armature.bones[bone]));
  std::optional<SolidRelation> nearest;
  std::uint32_t nearest_part = 0;
  const auto can_be_nearer = [&](const Bounds& box) {
    if (context.work.is_exceeded()) return false;
    return !nearest || square_distance(line.bounds, box) < nearest->distance * nearest->distance;
  };
  context.tree.visit(can_be_nearer, [&](std::uint32_t number) {
    const std::uint32_t part = context.items[number];
    if (!can_be_nearer(context.solid(part).bounds)) return;
    if (!is_bound_with(rig, context.scene.mesh_of(context.scene.primitives[part]))) return;
    const SolidRelation found = relation(line, context.solid(part), context.work);
    if (nearest && found.distance >= nearest->distance) return;
    nearest = found;
    nearest_part = part;
  });
  if (!nearest || nearest->distance <= lint_limits::bone_outside * rig.diagonal) return;
  const Vec3 way = nearest->points[1] - nearest->points[0];
  report(
      context, Code::BoneOutsideMesh, item_of(rig, bone), nullptr,
      fmt::format("bone '{}' lies {} outside mesh '{}', whose vertices it moves; '{}' is nearest, "
                  "in direction {}",
                  bone_id(rig, bone), meters(nearest->distance), full_id(rig.mesh),
                  context.id(nearest_part), vector_text(way / nearest->distance)),
      fmt::format("move its head and tail by {}, or give it no weight in this mesh",
                  vector_text(way)));
}

// --- L09: a joint where nothing bends ---

// Per bone, whether vertices of some mesh follow it or a bone below it.
std::vector<bool> followed_bones(const ShownArmature& armature,
                                 const std::vector<double>& greatest_weights) {
  std::vector<bool> followed(armature.bones.size());
  for (std::size_t i = 0; i < followed.size(); ++i) {
    // As many steps as there are bones: parents that form a circle were reported before.
    std::size_t bone = i;
    while (greatest_weights[i] > 0 && !followed[bone]) {
      followed[bone] = true;
      const Bone& own = *armature.bones[bone].bone;
      if (own.is_root() || own.parent.index == no_index) break;
      bone = own.parent.index;
    }
  }
  return followed;
}

// The greatest distance between bones, about.
double armature_size(const ShownArmature& armature) {
  Bounds all{armature.bones[0].head, armature.bones[0].head};
  for (const ShownBone& bone : armature.bones) {
    extend(all, {bone.head, bone.head});
    extend(all, {bone.tail, bone.tail});
  }
  return length(all.max - all.min);
}

std::vector<bool> bones_with_children(const ShownArmature& armature) {
  std::vector<bool> has_children(armature.bones.size());
  for (const ShownBone& bone : armature.bones) {
    if (bone.bone->parent.index != no_index) has_children[bone.bone->parent.index] = true;
  }
  return has_children;
}

void lint_joints(const Rig& rig) {
  const double size_of_all = armature_size(rig.armature);
  const std::vector<bool> has_children = bones_with_children(rig.armature);
  const std::vector<bool> followed = followed_bones(rig.armature, rig.greatest_weights);
  for (std::size_t i = 0; i < followed.size(); ++i) {
    const ShownBone& bone = rig.armature.bones[i];
    if (followed[i] || bone.bone->is_root()) continue;
    // The bones below it say the same.
    if (bone.bone->parent.index != no_index && !followed[bone.bone->parent.index] &&
        !rig.armature.bones[bone.bone->parent.index].bone->is_root()) {
      continue;
    }
    const Vec3 along = bone.tail - bone.head;
    const double size = length(along);
    // A short last bone shows where a limb ends.
    if (!has_children[i] && size < lint_limits::tip * size_of_all) continue;
    report(
        rig.context, Code::UselessJoint, item_of(rig, i), nullptr,
        fmt::format("nothing bends at bone '{}', {} long in direction {}: no vertex follows it or "
                    "a bone below it",
                    bone_id(rig, i), meters(size), vector_text(size > 0 ? along / size : along)),
        "give it weights, or remove it if nothing is attached to it");
  }
}

// --- L10: weights that reach across the body -----------------------------------------------------

double nearest_bone_distance(const Rig& rig, const Vec3& point, std::size_t& nearest) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rig.armature.bones.size(); ++i) {
    rig.context.work.spend();
    const double own = distance_between(bone_shape(rig.armature.bones[i]), point_shape(point));
    if (!(own < least)) continue;
    least = own;
    nearest = i;
  }
  return least;
}

// A vertex that follows one bone from far away and has another one near it.
struct FarWeight {
  double distance = 0;
  double weight = 0;
  Vec3 point;
  std::size_t bone = 0;
  std::size_t nearer = 0;
  double least = 0;  // how far the nearer bone is away
};

// Replaces what is known by a vertex that is farther from its bone.
void find_farther(const Rig& rig, std::size_t bone, const Vec3& point, double weight,
                  FarWeight& known) {
  const double limit = std::max(known.distance, lint_limits::far_bone * rig.diagonal);
  // No vertex is farther from a bone than from its head, so most need no more than this.
  if (length(point - rig.armature.bones[bone].head) <= limit) return;
  rig.context.work.spend();
  const double distance =
      distance_between(bone_shape(rig.armature.bones[bone]), point_shape(point));
  if (distance <= limit) return;
  std::size_t nearer = bone;
  const double least = nearest_bone_distance(rig, point, nearer);
  if (least > lint_limits::nearer_bone * distance) return;
  known = {distance, weight, point, bone, nearer, least};
}

// The farthest one of a primitive, whose distance is 0 if there is none.
FarWeight far_weight_of(const Rig& rig, const ShownPrimitive& primitive) {
  FarWeight far;
  for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
    const JointWeights& influences = (*primitive.influences)[i];
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const double weight = influences.weights[slot];
      const std::size_t bone = influences.joints[slot];
      if (weight < lint_limits::far_weight || rig.context.work.is_exceeded()) continue;
      if (!is_root(rig, bone)) find_farther(rig, bone, primitive.positions[i], weight, far);
    }
  }
  return far;
}

void lint_reach(const Rig& rig, std::uint32_t part) {
  const ShownPrimitive& primitive = rig.context.scene.primitives[part];
  if (primitive.influences == nullptr) return;
  const FarWeight found = far_weight_of(rig, primitive);
  if (found.distance <= 0) return;
  const Vec3 way = found.point - rig.armature.bones[found.bone].head;
  const std::string nearer = bone_id(rig, found.nearer);
  report(rig.context, Code::FarWeights, tools::item_of(rig.context, part), nullptr,
         fmt::format("a vertex of '{}' at {} follows bone '{}' with weight {:.3g} from {} away, in "
                     "direction {}; bone '{}' is only {} away",
                     rig.context.id(part), vector_text(found.point), bone_id(rig, found.bone),
                     found.weight, meters(found.distance), vector_text(way / length(way)), nearer,
                     meters(found.least)),
         fmt::format("let it follow '{}' instead", nearer));
}

}  // namespace

void lint_bones(const LintContext& context) {
  // A joint bends if any mesh bends there.
  std::map<std::uint32_t, Rig> joints;
  for (const ShownMesh& mesh : context.scene.meshes) {
    if (mesh.binding == nullptr || mesh.armature == no_index) continue;
    const Rig rig = make_rig(context, mesh);
    for (std::size_t i = 0; i < rig.armature.bones.size(); ++i) {
      if (rig.greatest_weights[i] >= lint_limits::far_weight && !is_root(rig, i)) {
        lint_outside(rig, i);
      }
    }
    for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
      lint_reach(rig, mesh.first_primitive + i);
    }
    const auto [known, is_new] = joints.emplace(mesh.armature, rig);
    if (is_new) continue;
    auto& greatest = known->second.greatest_weights;
    for (std::size_t i = 0; i < greatest.size(); ++i) {
      greatest[i] = std::max(greatest[i], rig.greatest_weights[i]);
    }
  }
  for (const auto& [armature, rig] : joints) lint_joints(rig);
}

}  // namespace rigy::tools

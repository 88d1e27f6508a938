// Poses, anchors, instances, and gaps between primitives.
#include <algorithm>
#include <cmath>

#include "common/limits.hpp"
#include "document/fields.hpp"
#include "inspect/build.hpp"
#include "math/rotation.hpp"
#include "motion/moments.hpp"

namespace rigy::tools {
namespace {

InspectedPoseBone described(const PoseBone& bone) {
  return {std::string(bone.bone.value), bone.rotation, numbers_of(bone.translation.value)};
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// The rotation of a transform that also scales or mirrors; nothing if its axes are not at right
// angles. A mirroring one is taken as mirroring x first.
std::optional<std::array<double, 4>> rotation_of(const Affine& transform, const Vector3& scale) {
  if (scale[0] == 0 || scale[1] == 0 || scale[2] == 0) return std::nullopt;
  const double side = determinant(transform.linear) < 0 ? -1 : 1;
  const Vec3 x = transform.linear.column(0) / (side * scale[0]);
  const Vec3 y = transform.linear.column(1) / scale[1];
  const Vec3 z = transform.linear.column(2) / scale[2];
  const double skew = std::max({std::abs(dot(x, y)), std::abs(dot(y, z)), std::abs(dot(z, x))});
  if (!(skew < 1e-9)) return std::nullopt;
  const Quaternion q = quaternion_from_matrix(from_columns(x, y, z));
  return std::array{q.w, q.x, q.y, q.z};
}

void describe_transform(const Affine& transform, InspectedInstance& one) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    one.scale[axis] = length(transform.linear.column(axis));
    for (std::size_t j = 0; j < 3; ++j) one.matrix[axis][j] = transform.linear.rows[axis][j];
    one.matrix[axis][3] = transform.translation[axis];
  }
  one.matrix[3] = {0, 0, 0, 1};
  one.translation = numbers_of(transform.translation);
  one.mirrors = determinant(transform.linear) < 0;
  one.rotation = rotation_of(transform, one.scale);
}

struct NamedBox {
  std::string ref;
  Aabb box;
};

InspectedPair pair_of(const NamedBox& a, const NamedBox& b) {
  InspectedPair pair{a.ref, b.ref, {}, 0};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    pair.gap[axis] = std::max(b.box.min[axis] - a.box.max[axis], a.box.min[axis] - b.box.max[axis]);
  }
  pair.overall = *std::max_element(pair.gap.begin(), pair.gap.end());
  return pair;
}

std::optional<Aabb> bounds_in_pose(const InspectedScene& inspected, const Pose& pose,
                                   unsigned threads) {
  // What is wrong with a pose is no reason to refuse the document.
  Diagnostics own = inspected.analyzed.diagnostics;
  const std::optional<EvaluatedScene> scene = build_evaluated_scene(
      inspected.analyzed,
      {asset_pose_name(inspected.analyzed.assembly, pose), std::nullopt, threads}, own);
  if (!scene) return std::nullopt;
  std::optional<Aabb> box;
  for (const ShownPrimitive& primitive : scene->primitives) {
    box = both(box, box_of(primitive.positions));
  }
  return box;
}

}  // namespace

std::string_view note_of(const Asset& asset, const ItemOrigin& item, std::string_view field) {
  const NodeId node = find_value(asset.tree, item.node, field);
  return node == no_index || is_null(asset.tree, node) ? "" : asset.tree.text_of(node);
}

void add_poses(const InspectedScene& inspected, unsigned threads, Inspection& inspection) {
  const Asset* const root = inspected.analyzed.assembly.root();
  if (root == nullptr) return;
  // Placing everything again takes time even where there are few vertices.
  const std::uint64_t work_each = inspection.counts.vertices + inspection.primitive_count +
                                  inspection.instances.size() + 10'000;
  std::uint64_t work = 0;
  for (const Pose& pose : root->document.poses) {
    InspectedPose one;
    one.id = pose.id.value;
    for (const PoseBone& bone : pose.bones) one.bones.push_back(described(bone));
    work += work_each;
    if (work <= max_posed_vertices) one.bounds = bounds_in_pose(inspected, pose, threads);
    inspection.poses.push_back(std::move(one));
  }
}

void add_anchors(const InspectedScene& inspected, Inspection& inspection) {
  for (const ShownAnchor& anchor : inspected.scene.anchors) {
    InspectedAnchor one;
    one.id = anchor.anchor->id.value;
    one.ref = join_path(anchor.path, one.id);
    one.mirrored = anchor.anchor->origin.is_mirrored();
    one.position = numbers_of(anchor.position);
    one.scope = note_of(*anchor.asset, anchor.anchor->origin, "scope");
    inspection.anchors.push_back(std::move(one));
  }
}

void add_instances(const InspectedScene& inspected, Inspection& inspection) {
  const EvaluatedScene& scene = inspected.scene;
  for (const ShownInstance& instance : scene.instances) {
    InspectedInstance one;
    one.ref = instance.path;
    one.id = last_part(instance.path);
    if (instance.parent != no_index) one.parent = scene.instances[instance.parent].path;
    if (instance.import != nullptr) one.file = instance.import->source->name;
    describe_transform(instance.transform, one);
    inspection.instances.push_back(std::move(one));
  }
  for (const ShownMesh& mesh : scene.meshes) {
    if (mesh.instance == no_index || scene.instances[mesh.instance].import != nullptr) continue;
    inspection.instances[mesh.instance].mesh = mesh.mesh->id.value;
  }
}

std::vector<InspectedPair> pairs_of(const InspectedScene& inspected) {
  std::vector<NamedBox> shown;
  for (std::size_t i = 0; i < inspected.selected.size(); ++i) {
    const std::optional<Aabb> box = box_of(inspected.scene.primitives[i].positions);
    if (inspected.selected[i] && box) shown.push_back({std::string(inspected.names.ref(i)), *box});
  }
  std::vector<InspectedPair> pairs;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    for (std::size_t j = i + 1; j < shown.size(); ++j) pairs.push_back(pair_of(shown[i], shown[j]));
  }
  return pairs;
}

}  // namespace rigy::tools

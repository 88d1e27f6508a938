// Armatures, their bones, and who weights what.
#include <map>
#include <utility>

#include "common/limits.hpp"
#include "document/members.hpp"
#include "influences/influences.hpp"
#include "inspect/build.hpp"

namespace rigy::tools {
namespace {

// What a bone has of a primitive's weight.
struct Portion {
  std::uint64_t vertices = 0;
  double weight = 0;
};

std::map<std::uint16_t, Portion> portions_of(const ShownPrimitive& primitive) {
  std::map<std::uint16_t, Portion> portions;
  for (const JointWeights& influences : *primitive.influences) {
    for (std::size_t i = 0; i < influences.weights.size(); ++i) {
      if (!(influences.weights[i] > 0)) continue;
      Portion& portion = portions[influences.joints[i]];
      ++portion.vertices;
      portion.weight += influences.weights[i];
    }
  }
  return portions;
}

// Keeps the numbers of an item; the other members are shown where they are in the pose.
struct NoteNumber {
  InspectedBone& to;

  void operator()(const Field& field, double number) const {
    to.numbers.emplace_back(field.name, number);
  }
  template <class Value>
  void operator()(const Field& /*field*/, const Value& /*value*/) const {}
};

InspectedBone described(const ShownBone& bone) {
  InspectedBone one;
  one.id = bone.bone->id.value;
  one.head = numbers_of(bone.head);
  one.tail = numbers_of(bone.tail);
  const Vec3 along = bone.tail - bone.head;
  one.length = length(along);
  if (one.length > 0) one.direction = numbers_of(along / one.length);
  one.roll = bone.bone->roll;
  BoneMembers::each(*bone.bone, NoteNumber{one});
  one.mirrored = bone.bone->origin.is_mirrored();
  if (bone.bone->parent.index != no_index) one.parent = bone.bone->parent.index;
  return one;
}

// Parents may come after their children in the list.
void set_depths(std::vector<InspectedBone>& bones) {
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].parent) {
      bones[*bones[i].parent].children.push_back(i);
    } else {
      waiting.push_back(i);
    }
  }
  while (!waiting.empty()) {
    const std::size_t at = waiting.back();
    waiting.pop_back();
    for (const std::size_t child : bones[at].children) {
      bones[child].depth = bones[at].depth + 1;
      waiting.push_back(child);
    }
  }
}

InspectedArmature described(const ShownArmature& armature) {
  InspectedArmature one;
  one.id = armature.armature->id.value;
  one.ref = join_path(armature.path, one.id);
  one.name = armature.armature->name.value;
  for (const ShownBone& bone : armature.bones) one.bones.push_back(described(bone));
  set_depths(one.bones);
  return one;
}

// Adds the weights of one mesh, as sums; the shares are made of them later. Returns the weight of
// all its vertices.
double add_weights(const InspectedScene& inspected, const ShownMesh& mesh,
                   InspectedArmature& armature, std::uint64_t& listed) {
  double total = 0;
  for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
    const std::uint32_t number = mesh.first_primitive + i;
    const ShownPrimitive& primitive = inspected.scene.primitives[number];
    if (primitive.influences == nullptr) continue;
    const auto vertices = static_cast<double>(primitive.positions.size());
    total += vertices;
    for (const auto& [joint, portion] : portions_of(primitive)) {
      if (++listed > max_inspected_items) return total;
      InspectedBone& bone = armature.bones[joint];
      bone.vertices += portion.vertices;
      bone.share += portion.weight;
      bone.primitives.push_back(
          {std::string(inspected.names.ref(number)), portion.vertices, portion.weight / vertices});
    }
  }
  return total;
}

// Of which primitives the document says how they follow bones.
std::vector<bool> weighted_primitives(const ShownMesh& mesh) {
  std::vector<bool> weighted(mesh.primitive_count);
  if (mesh.binding == nullptr) return weighted;
  for (const PrimitiveWeights& weights : mesh.binding->weights) {
    if (!weights.bones.items.empty()) weighted[weights.primitive.index] = true;
  }
  for (const WeightMap& map : mesh.binding->weight_maps) {
    if (map.has_layers) weighted[map.primitive.index] = true;
  }
  return weighted;
}

}  // namespace

bool add_armatures(const InspectedScene& inspected, Inspection& inspection) {
  const EvaluatedScene& scene = inspected.scene;
  for (const ShownArmature& armature : scene.armatures) {
    inspection.armatures.push_back(described(armature));
  }
  std::vector<double> totals(scene.armatures.size());
  std::uint64_t listed = 0;
  for (const ShownMesh& mesh : scene.meshes) {
    if (mesh.binding == nullptr) continue;
    InspectedArmature& armature = inspection.armatures[mesh.armature];
    armature.meshes.push_back(full_id(mesh));
    totals[mesh.armature] += add_weights(inspected, mesh, armature, listed);
    if (listed > max_inspected_items) return false;
  }
  for (std::size_t i = 0; i < totals.size(); ++i) {
    if (totals[i] == 0) continue;
    for (InspectedBone& bone : inspection.armatures[i].bones) bone.share /= totals[i];
  }
  return true;
}

void add_unweighted(const InspectedScene& inspected, Inspection& inspection) {
  const EvaluatedScene& scene = inspected.scene;
  for (const ShownMesh& mesh : scene.meshes) {
    if (mesh.asset->document.armatures.empty()) continue;
    const std::vector<bool> weighted = weighted_primitives(mesh);
    for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
      const std::uint32_t number = mesh.first_primitive + i;
      const std::size_t vertices = scene.primitives[number].positions.size();
      if (weighted[i] || vertices == 0) continue;
      UnweightedPrimitive one{std::string(inspected.names.ref(number)), false, {}, vertices};
      if (mesh.binding != nullptr) {
        const Armature& armature = *scene.armatures[mesh.armature].armature;
        one.bound = true;
        one.follows = armature.bones[root_bone(armature)].id.value;
      }
      inspection.unweighted.push_back(std::move(one));
    }
  }
}

void add_skins(const InspectedScene& inspected, Inspection& inspection) {
  const EvaluatedScene& scene = inspected.scene;
  const Scene& tree = scene.tree;
  NodeNames names(tree);
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    names.enter(i);
    if (!tree.is_skinned(tree.nodes[i])) continue;
    const StoredMesh& mesh = tree.meshes[tree.nodes[i].stored];
    InspectedSkin one;
    one.name = skin_name(tree, names, mesh);
    one.mesh = mesh_name(tree, mesh);
    one.armature = mesh.armature().id.value;
    one.joints = mesh.armature().bones.size();
    one.solver =
        mesh.binding->solver.value_or(mesh.asset->document.solver) == Solver::Dqs ? "dqs" : "lbs";
    inspection.skins.push_back(std::move(one));
  }
}

}  // namespace rigy::tools

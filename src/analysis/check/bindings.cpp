// V12, V13, W02, W05, W13, W14, X04, X06, X11: bindings and their per-primitive weights.
#include <algorithm>
#include <cmath>

#include "check/check.hpp"
#include "check/influence_lists.hpp"
#include "hashing/text_hash.hpp"
#include "influences/influences.hpp"

namespace rigy::analysis {
namespace {

// Lists are usually short; only long ones are worth a hash table.
constexpr std::size_t few_influences = 16;
// Wide enough for shares written with seven digits.
constexpr double sum_tolerance = 1e-6;
constexpr std::size_t max_listed_influences = 8;

void report_twice(const CheckContext& context, const Influence& influence, NodeId first,
                  const ItemOrigin& item) {
  context.at
      .report(Code::RepeatedInfluence, item.at(influence.bone.node), "bone '{}' is listed twice",
              influence.bone.id)
      .help("list it once, with the sum of the weights")
      .related(context.at.range_of(first), "first here");
}

void check_repeated_bones(const CheckContext& context, const InfluenceList& list,
                          const ItemOrigin& item) {
  if (list.items.size() > few_influences) {
    TextMap<std::string_view, NodeId> first;
    for (const Influence& influence : list.items) {
      if (!influence.bone.given()) continue;
      const auto [found, added] = first.emplace(influence.bone.id, influence.bone.node);
      if (!added) report_twice(context, influence, found->second, item);
    }
    return;
  }
  for (std::size_t i = 1; i < list.items.size(); ++i) {
    const Influence& influence = list.items[i];
    if (!influence.bone.given()) continue;
    const auto end = list.items.begin() + static_cast<std::ptrdiff_t>(i);
    const auto first = std::find_if(list.items.begin(), end, [&](const Influence& other) {
      return other.bone.given() && other.bone.id == influence.bone.id;
    });
    if (first != end) report_twice(context, influence, first->bone.node, item);
  }
}

void check_one_binding_per_mesh(const CheckContext& context) {
  TextMap<std::string_view, NodeId> first;
  for (const Binding& binding : context.document.bindings) {
    if (binding.mesh.index == no_index) continue;
    const auto [found, added] = first.emplace(binding.mesh.id, binding.mesh.node);
    if (added) continue;
    context.at
        .report(Code::MeshBoundTwice, binding.mesh.node, "mesh '{}' is bound twice",
                binding.mesh.id)
        .help("merge the two bindings into one")
        .related(context.at.range_of(found->second), "first bound here");
  }
}

// The influences with their weights.
std::string normalized_text(const InfluenceList& list, double sum) {
  std::string text;
  for (std::size_t i = 0; i < std::min(list.items.size(), max_listed_influences); ++i) {
    const Influence& influence = list.items[i];
    text += message_of("{}{{bone_id: {}, weight: {:.9g}}}", i == 0 ? "" : ", ", influence.bone.id,
                       influence.weight.value / sum);
  }
  return text + (list.items.size() > max_listed_influences ? ", …" : "");
}

bool has_repeated_bones(const InfluenceList& list) {
  TextSet<std::string_view> bones;
  return !std::all_of(list.items.begin(), list.items.end(),
                      [&bones](const Influence& one) { return bones.insert(one.bone.id).second; });
}

void check_sum(const CheckContext& context, const PrimitiveWeights& weights) {
  if (weights.origin.is_mirrored()) return;
  double sum = 0;
  for (const Influence& influence : weights.bones.items) {
    const double weight = influence.weight.value;
    if (!influence.weight.given() || weight < 0 || weight > 1) return;
    sum += weight;
  }
  // Weights that are all 0 have their own warning, bones listed twice an error.
  if (sum == 0 || std::abs(sum - 1) <= sum_tolerance || has_repeated_bones(weights.bones)) return;
  const NewFinding added = context.at.report(
      Code::WeightSum, weights.bones.node,
      "the weights of primitive '{}' sum to {:.9g} instead of 1; they are normalized",
      weights.primitive.id, sum);
  if (added) added.help("write bones: [{}]", normalized_text(weights.bones, sum));
}

// The primitives of the mesh that the binding does not mention; none if it names one that cannot be
// found, which may be any of them.
std::vector<const Primitive*> primitives_without_weights(const Mesh& mesh, const Binding& binding) {
  std::vector<bool> weighted(mesh.primitives.size());
  for (const PrimitiveWeights& weights : binding.weights) {
    if (weights.primitive.index == no_index) return {};
    weighted[weights.primitive.index] = true;
  }
  for (const WeightMap& map : binding.weight_maps) {
    if (map.primitive.index == no_index) return {};
    weighted[map.primitive.index] = true;
  }
  std::vector<const Primitive*> without;
  for (std::size_t i = 0; i < weighted.size(); ++i) {
    if (!weighted[i] && mesh.primitives[i].id.given()) without.push_back(&mesh.primitives[i]);
  }
  return without;
}

// A mesh whose binding has no weights at all is intentionally rigid.
void check_all_weighted(const CheckContext& context, const Binding& binding) {
  if (binding.mesh.index == no_index || binding.armature.index == no_index) return;
  if (binding.weights.empty() && binding.weight_maps.empty()) return;
  const Armature& armature = context.document.armatures[binding.armature.index];
  if (armature.bones.empty()) return;
  const std::string_view root = armature.bones[root_bone(armature)].id.value;
  const Mesh& mesh = context.document.meshes[binding.mesh.index];
  for (const Primitive* primitive : primitives_without_weights(mesh, binding)) {
    context.at
        .report(
            Code::UnweightedPrimitive, primitive->origin.at(primitive->id.node),
            "primitive '{}' has no weights, unlike others of its mesh; it follows root bone '{}'",
            primitive->id.value, root)
        .help(
            "add to the binding's weights\n- {{primitive_id: {}, bones: [{{bone_id: {}, weight: "
            "1}}]}}",
            primitive->id.value, root)
        .related(context.at.range_of(binding.node), "the binding of its mesh");
  }
}

// What to do about weights and a weight map, by the strongest of its layers that replaces vertices.
std::string_view cure_for_both(const WeightMap& map) {
  if (!map.gradients.empty()) {
    return "the gradient replaces the weights of every vertex: remove the weights";
  }
  if (map.source.given()) {
    return "the weight file replaces the weights of the vertices that it lists: list all vertices "
           "there, and remove the weights";
  }
  return "the overrides replace the weights of their vertices; for the others, write a gradient "
         "with the same bones in from and to instead of the weights";
}

void check_weights(const CheckContext& context, const Binding& binding) {
  for (const PrimitiveWeights& weights : binding.weights) {
    check_influences(context, weights.bones, weights.origin, of_weights);
    check_sum(context, weights);
  }
  const auto first =
      first_of_each_primitive(context, binding.weights, Code::TwoWeightEntries, "weights entries");
  for (const WeightMap& map : binding.weight_maps) {
    const auto found = first.find(map.primitive.id);
    if (!map.primitive.given() || found == first.end()) continue;
    context.at
        .report(Code::WeightsAndMap, map.origin.at(map.primitive.node),
                "primitive '{}' has both weights and a weight map", map.primitive.id)
        .help(std::string(cure_for_both(map)))
        .related(context.at.range_of(found->second), "its weights");
  }
}

}  // namespace

void check_influences(const CheckContext& context, const InfluenceList& list,
                      const ItemOrigin& item, const InfluenceUse& use) {
  if (list.node == no_index) return;
  if (list.items.empty()) {
    context.at.report(Code::NoInfluences, item.at(list.node), "a list of influences is empty")
        .help("list at least one bone: [{bone_id: <bone id>, weight: 1}]");
    return;
  }
  bool all_zero = true;
  for (const Influence& influence : list.items) {
    all_zero = all_zero && influence.weight.given() && influence.weight.value == 0;
    const double weight = influence.weight.value;
    if (!influence.weight.given() || (weight >= 0 && weight <= 1)) continue;
    const NewFinding added = context.at.report(
        use.out_of_range, item.at(influence.weight.node), "{} {} of bone '{}' is outside [0, 1]",
        use.what, context.at.tree.text_of(influence.weight.node), influence.bone.id);
    if (weight >= 2 && weight <= 100) {
      added.help("{} percent is {}", weight, weight / 100);
    } else {
      added.help("weights are between 0 and 1");
    }
  }
  if (all_zero && !use.may_be_zero) {
    context.at
        .report(Code::ZeroWeights, item.at(list.node),
                "these weights sum to 0: the vertices follow the armature's root bone")
        .help("give at least one bone a weight above 0");
  }
  check_repeated_bones(context, list, item);
}

void check_bindings(const CheckContext& context) {
  check_one_binding_per_mesh(context);
  for (const Binding& binding : context.document.bindings) {
    check_weights(context, binding);
    check_all_weighted(context, binding);
  }
}

}  // namespace rigy::analysis

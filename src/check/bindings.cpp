// V12, V13, W02, W05, X04, X06, X11: bindings and their per-primitive weights.
#include <algorithm>

#include "base/text_hash.hpp"
#include "check/check.hpp"
#include "check/influence_lists.hpp"

namespace rigy {
namespace {

// Lists are short as a rule; only long ones are worth a hash table.
constexpr std::size_t few_influences = 16;

void report_twice(const CheckContext& context, const Influence& influence, NodeId first,
                  bool mirrored) {
  context
      .report(Code::X04, influence.bone.node, mirrored, "bone '{}' is listed twice",
              influence.bone.id)
      .help("list it once, with the sum of the weights")
      .related(context.at.spot_of(first), "first here");
}

void check_repeated_bones(const CheckContext& context, const InfluenceList& list, bool mirrored) {
  if (list.items.size() > few_influences) {
    TextMap<std::string_view, NodeId> first;
    for (const Influence& influence : list.items) {
      if (!influence.bone.given()) continue;
      const auto [found, added] = first.emplace(influence.bone.id, influence.bone.node);
      if (!added) report_twice(context, influence, found->second, mirrored);
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
    if (first != end) report_twice(context, influence, first->bone.node, mirrored);
  }
}

void check_one_binding_per_mesh(const CheckContext& context) {
  TextMap<std::string_view, NodeId> first;
  for (const Binding& binding : context.document.bindings) {
    if (binding.mesh.index == unresolved) continue;
    const auto [found, added] = first.emplace(binding.mesh.id, binding.mesh.node);
    if (added) continue;
    context.at
        .report(Code::V12, binding.mesh.node, "mesh '{}' is bound for the second time",
                binding.mesh.id)
        .help("merge the two bindings into one")
        .related(context.at.spot_of(found->second), "first bound here");
  }
}

void check_weights(const CheckContext& context, const Binding& binding) {
  TextMap<std::string_view, NodeId> first;
  first.reserve(binding.weights.size());
  for (const PrimitiveWeights& weights : binding.weights) {
    check_influences(context, weights.bones, weights.mirrored, Code::V13, "weight");
    if (!weights.primitive.given()) continue;
    const auto [found, added] = first.emplace(weights.primitive.id, weights.primitive.node);
    if (added) continue;
    context
        .report(Code::X06, weights.primitive.node, weights.mirrored,
                "primitive '{}' has two weights entries", weights.primitive.id)
        .help("merge them into one")
        .related(context.at.spot_of(found->second), "first here");
  }
  for (const WeightMap& map : binding.weight_maps) {
    const auto found = first.find(map.primitive.id);
    if (!map.primitive.given() || found == first.end()) continue;
    context
        .report(Code::W02, map.primitive.node, map.mirrored,
                "primitive '{}' has both weights and a weight map", map.primitive.id)
        .help("the weight map replaces the weights of the vertices it covers")
        .related(context.at.spot_of(found->second), "its weights");
  }
}

}  // namespace

void check_influences(const CheckContext& context, const InfluenceList& list, bool mirrored,
                      Code range_code, std::string_view what) {
  if (list.node == no_node) return;
  if (list.items.empty()) {
    context.report(Code::X11, list.node, mirrored, "a list of influences is empty")
        .help("list at least one bone: [{bone_id: <bone id>, weight: 1}]");
    return;
  }
  bool all_zero = true;
  for (const Influence& influence : list.items) {
    all_zero = all_zero && influence.weight.given() && influence.weight.value == 0;
    const double weight = influence.weight.value;
    if (!influence.weight.given() || (weight >= 0 && weight <= 1)) continue;
    const Added added = context.report(
        range_code, influence.weight.node, mirrored, "{} {} of bone '{}' is outside [0, 1]", what,
        context.at.tree.text_of(influence.weight.node), influence.bone.id);
    if (weight >= 2 && weight <= 100) {
      added.help("{} percent are {}", weight, weight / 100);
    } else {
      added.help("weights are shares between 0 and 1; they need not sum to 1");
    }
  }
  if (all_zero && what != "gradient weight") {
    context
        .report(Code::W05, list.node, mirrored,
                "these weights sum to 0: the vertices follow the armature's root bone")
        .help("give at least one bone a weight above 0");
  }
  check_repeated_bones(context, list, mirrored);
}

void check_bindings(const CheckContext& context) {
  check_one_binding_per_mesh(context);
  for (const Binding& binding : context.document.bindings) check_weights(context, binding);
}

}  // namespace rigy

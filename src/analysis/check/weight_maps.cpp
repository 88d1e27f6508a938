// V17–V19, V21–V23, W12, X05, X14: weight maps.
#include <cmath>

#include "check/check.hpp"
#include "check/influence_lists.hpp"
#include "common/limits.hpp"
#include "document/primitive_types.hpp"
#include "shapes/extent.hpp"
#include "shapes/topology.hpp"

namespace rigy::analysis {
namespace {

constexpr double touching = 1e-9;

// Without noise in the last digits.
std::string shown_coordinate(double value) { return fmt::format("{:.9g}", value + 0.0); }

void check_gradient(const CheckContext& context, const WeightMap& map, const Gradient& gradient) {
  check_influences(context, gradient.from, map.origin, of_gradient);
  check_influences(context, gradient.to, map.origin, of_gradient);
  if (gradient.range_node == no_index) return;
  const double from = gradient.range[0].value;
  const double to = gradient.range[1].value;
  if (from >= to) {
    const NewFinding added =
        context.at.report(Code::DescendingRange, map.origin.at(gradient.range_node),
                          "range [{}, {}] is not ascending", from, to);
    if (from > to) added.help("write range: [{}, {}], and swap 'from' and 'to'", to, from);
  } else if (!std::isfinite(to - from)) {
    context.at.report(Code::DescendingRange, map.origin.at(gradient.range_node),
                      "the range is too wide: its length is not a finite number");
  }
}

bool has_size(const Primitive& primitive) {
  const Topology* topology = topology_of(primitive);
  if (topology == nullptr || topology->vertex_count == 0) return false;
  for (std::size_t i = 0; i < info_of(*primitive.type).dimensions.size(); ++i) {
    if (!primitive.dimensions[i].given() || primitive.dimensions[i].value <= 0) return false;
  }
  return true;
}

bool has_range(const Gradient& gradient) {
  return gradient.axis && gradient.range_node != no_index &&
         gradient.range[0].value < gradient.range[1].value;
}

// A gradient that ends before its primitive begins, or the other way round, gives all vertices the
// same weights.
void check_range(const CheckContext& context, const Gradient& gradient,
                 const Primitive& primitive) {
  if (!has_size(primitive) || !has_range(gradient)) return;
  const auto axis = static_cast<std::size_t>(*gradient.axis);
  const double from = gradient.range[0].value;
  const double to = gradient.range[1].value;
  const double center = primitive.transform.translation.value[axis];
  // Most gradients cover the middle, and then the rotation of the primitive does not matter. An
  // implicit surface may be anywhere.
  if (primitive.surface == nullptr && from < center && center < to) return;
  const auto [min, max] = extents_of(primitive, context.document.version)[axis];
  // A gradient that only touches the primitive, within the rounding of a rotation, misses it.
  const double noise = touching * (max - min);
  if (max - from > noise && to - min > noise) return;
  context.at
      .report(Code::UselessGradient, gradient.range_node,
              "the range [{}, {}] misses primitive '{}', which reaches from {} to {} along {}: "
              "the gradient gives every vertex the same weights",
              from, to, primitive.id.value, shown_coordinate(min), shown_coordinate(max),
              "xyz"[axis])
      .help("write range: [{}, {}]", shown_coordinate(min), shown_coordinate(max));
}

// Every gradient sets all vertices, so only the last one of a map matters. The findings for a map
// also apply to its mirror image.
void check_effects(const CheckContext& context, const WeightMap& map, const Primitive& primitive) {
  if (map.origin.is_mirrored() || map.gradients.empty()) return;
  const Gradient& last = map.gradients.back();
  for (std::size_t i = 0; i + 1 < map.gradients.size(); ++i) {
    context.at
        .report(Code::UselessGradient, map.gradients[i].node,
                "this gradient has no effect: the last gradient of primitive '{}' replaces it",
                primitive.id.value)
        .help("remove one of them: each gradient sets the weights of all vertices")
        .related(context.at.range_of(last.node), "the last gradient");
  }
  check_range(context, last, primitive);
}

void check_override(const CheckContext& context, const WeightMap& map, const Override& entry,
                    const Primitive* primitive) {
  check_influences(context, entry.bones, map.origin, of_override);
  const Topology* topology = primitive != nullptr ? topology_of(*primitive) : nullptr;
  for (const VertexIndex& vertex : entry.vertices) {
    if (vertex.value < 0) {
      context.at
          .report(Code::UnknownVertex, map.origin.at(vertex.node), "vertex {} is negative",
                  vertex.value)
          .help("vertex numbers start at 0");
    } else if (topology != nullptr && topology->vertex_count == 0) {
      context.at.report(Code::UnknownVertex, map.origin.at(vertex.node),
                        "vertex {} does not exist: {} '{}' has no vertices",
                        context.at.tree.text_of(vertex.node), info_of(*primitive->type).name,
                        primitive->id.value);
    } else if (topology != nullptr && vertex.value >= topology->vertex_count) {
      context.at.report(Code::UnknownVertex, map.origin.at(vertex.node),
                        "vertex {} does not exist: {} '{}' has vertices 0 to {}",
                        context.at.tree.text_of(vertex.node), info_of(*primitive->type).name,
                        primitive->id.value, topology->vertex_count - 1);
    }
  }
}

void check_weight_file(const CheckContext& context, const WeightMap& map,
                       const Primitive* primitive) {
  if (map.weight_file == no_index || primitive == nullptr) return;
  const WeightFile& file = *context.asset.weight_files[map.weight_file];
  if (file.primitive_id != map.source_primitive) {
    context.at
        .report(Code::WrongWeightFilePrimitive, map.origin.at(map.source.node),
                "weight file '{}' is not for primitive '{}'", map.source.value,
                map.source_primitive)
        .help("primitive_id in the file must be '{}'", map.source_primitive);
  }
  const Topology* topology = topology_of(*primitive);
  if (topology != nullptr && file.vertex_count != topology->vertex_count) {
    context.at.report(Code::WrongVertexCount, map.origin.at(map.source.node),
                      "weight file '{}' has vertex_count {}, but {} '{}' has {} vertices",
                      map.source.value, file.vertex_count, info_of(*primitive->type).name,
                      primitive->id.value, topology->vertex_count);
  }
}

const Primitive* primitive_of(const Document& document, const Binding& binding,
                              const WeightMap& map) {
  if (binding.mesh.index == no_index || map.primitive.index == no_index) return nullptr;
  return &document.meshes[binding.mesh.index].primitives[map.primitive.index];
}

void check_weight_map(const CheckContext& context, const Binding& binding, const WeightMap& map) {
  const Primitive* primitive = primitive_of(context.document, binding, map);
  if (!map.has_layers) {
    context.at
        .report(Code::EmptyWeightMap, map.origin,
                "the weight map of primitive '{}' has no gradients, overrides or source",
                map.primitive.id)
        .help("give it at least one of the three, or remove it");
  }
  for (const Gradient& gradient : map.gradients) check_gradient(context, map, gradient);
  if (primitive != nullptr) check_effects(context, map, *primitive);
  for (const Override& entry : map.overrides) check_override(context, map, entry, primitive);
  check_weight_file(context, map, primitive);
}

// A few bytes of a document may ask for a large file many times.
void check_total_of_files(const CheckContext& context) {
  std::size_t total = 0;
  for (const Binding& binding : context.document.bindings) {
    for (const WeightMap& map : binding.weight_maps) {
      if (map.weight_file == no_index) continue;
      total += context.asset.weight_files[map.weight_file]->influences.size();
      if (total <= max_file_influences) continue;
      context.at.report(Code::BadWeightFile, map.origin.at(map.source.node),
                        "weight files contain more than {} influences, each file counted once per "
                        "weight map that uses it",
                        max_file_influences);
      return;
    }
  }
}

}  // namespace

void check_weight_maps(const CheckContext& context) {
  check_total_of_files(context);
  for (const Binding& binding : context.document.bindings) {
    for (const WeightMap& map : binding.weight_maps) check_weight_map(context, binding, map);
    first_of_each_primitive(context, binding.weight_maps, Code::TwoWeightMaps, "weight maps");
  }
}

}  // namespace rigy::analysis

// Weights put into the text of a document.
#include <fmt/format.h>

#include "edit/document_text.hpp"
#include "expand/yaml_text.hpp"
#include "rigy/weights.hpp"

namespace rigy {
using namespace tools;
namespace {

std::string yaml(std::string_view text) {
  std::string out;
  append_yaml_text(out, text);
  return out;
}

ListItem one_line(const std::string& flow) { return {fmt::format("- {}\n", flow), flow}; }

std::optional<DocumentText> with_binding(DocumentText document, const MadeWeights& weights) {
  if (document.item_with(0, "bindings", "mesh_id", weights.mesh) != no_index) return document;
  const std::string mesh = yaml(weights.mesh);
  const std::string armature = yaml(weights.armature);
  const ListItem item{fmt::format("- mesh_id: {}\n  armature_id: {}\n", mesh, armature),
                      fmt::format("{{mesh_id: {}, armature_id: {}}}", mesh, armature)};
  std::optional<std::string> text = document.with_item(0, "bindings", item);
  if (!text) return {};
  return DocumentText::read(std::move(*text));
}

// As one bone for all of it, in the list of weights.
std::optional<std::string> with_one_bone(const DocumentText& document, NodeId binding,
                                         const MadeWeights& weights) {
  const std::string flow = fmt::format("{{primitive_id: {}, bones: [{{bone_id: {}, weight: 1}}]}}",
                                       yaml(weights.primitive), yaml(weights.bones[0]));
  const NodeId old = document.item_with(binding, "weights", "primitive_id", weights.primitive);
  return old == no_index ? document.with_item(binding, "weights", one_line(flow))
                         : document.with_value(old, flow);
}

// The weights of a primitive that has a weight file are of no use.
std::string without_one_bone(std::string text, const MadeWeights& weights) {
  const std::optional<DocumentText> document = DocumentText::read(text);
  if (!document) return text;
  const NodeId binding = document->item_with(0, "bindings", "mesh_id", weights.mesh);
  const NodeId old = document->item_with(binding, "weights", "primitive_id", weights.primitive);
  if (old == no_index) return text;
  return document->without_item(old).value_or(std::move(text));
}

}  // namespace

std::optional<std::string> with_weights(std::string_view text, const MadeWeights& weights,
                                        std::string_view source) {
  std::optional<DocumentText> document = DocumentText::read(std::string(text));
  if (document) document = with_binding(std::move(*document), weights);
  if (!document) return {};
  const NodeId binding = document->item_with(0, "bindings", "mesh_id", weights.mesh);
  if (binding == no_index) return {};
  const NodeId map = document->item_with(binding, "weight_maps", "primitive_id", weights.primitive);
  if (map == no_index && weights.is_rigid()) return with_one_bone(*document, binding, weights);
  const std::string flow =
      fmt::format("{{primitive_id: {}, source: {}}}", yaml(weights.primitive), yaml(source));
  std::optional<std::string> with_map =
      map == no_index ? document->with_item(binding, "weight_maps", one_line(flow))
                      : document->with_value(map, flow);
  if (!with_map) return {};
  return without_one_bone(std::move(*with_map), weights);
}

}  // namespace rigy

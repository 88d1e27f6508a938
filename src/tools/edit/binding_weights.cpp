#include "edit/binding_weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigy::tools {
namespace {

std::string entry_of(const RigidPart& part) {
  return fmt::format("{{primitive_id: {}, bones: [{{bone_id: {}, weight: 1}}]}}",
                     text_value(part.primitive).flow, text_value(part.bone).flow);
}

}  // namespace

NodeId find_binding(const Tree& tree, std::string_view field, std::string_view id) {
  const NodeId list = written_value(tree, 0, "bindings");
  if (list == no_index || tree[list].kind != NodeKind::Sequence) return no_index;
  for (NodeId one = list + 1; one < tree[list].after; one = tree[one].after) {
    const NodeId value = written_value(tree, one, field);
    const bool is_text = value != no_index && tree[value].kind == NodeKind::Scalar;
    if (is_text && tree.text_of(value) == id) return one;
  }
  return no_index;
}

std::optional<TextEdits> add_weights(const AuthoredText& authored, NodeId binding,
                                     const std::vector<RigidPart>& parts) {
  std::vector<std::string> entries;
  for (const RigidPart& part : parts) entries.push_back(entry_of(part));
  const NodeId weights = written_value(authored.tree, binding, "weights");
  if (weights != no_index) return insert_elements(authored, weights, entries);
  NewValue list{fmt::format("[{}]", fmt::join(entries, ", ")), {}};
  for (const std::string& entry : entries) list.block.push_back("- " + entry);
  return insert_pair(authored, binding, "weights", list);
}

}  // namespace rigy::tools

#include "editor/values.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "shapes/topology.hpp"
#include "text/number_text.hpp"

namespace rigy::tools {
namespace {

// The analysis of this text; null if the text was changed since.
const ImportingFile* same_text(const OpenDocument& document, const AnalyzedAssembly& analyzed) {
  const ImportingFile* entry = analyzed.assembly.entry();
  if (entry == nullptr || entry->source == nullptr) return nullptr;
  return entry->source->text == document.text() ? entry : nullptr;
}

std::string text_of(const Vec3& point) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (axis > 0) text += ", ";
    append_shortest(text, point[axis]);
  }
  return text + "]";
}

std::string length_text(double length) {
  std::string text;
  append_shortest(text, std::round(length * 1e6) / 1e6);
  return text;
}

std::string place_of_bone(const Document& document, std::string_view id) {
  for (const Armature& armature : document.armatures) {
    for (const Bone& bone : armature.bones) {
      if (bone.id.value != id || !bone.head.given() || !bone.tail.given()) continue;
      const double size = length(bone.tail.value - bone.head.value);
      return fmt::format("From {} to {}, {} m long.", text_of(bone.head.value),
                         text_of(bone.tail.value), length_text(size));
    }
  }
  return {};
}

std::string place_of_anchor(const Document& document, std::string_view id) {
  for (const Anchor& anchor : document.anchors) {
    if (anchor.id.value != id || !anchor.translation.given()) continue;
    return fmt::format("At {}.", text_of(anchor.translation.value));
  }
  return {};
}

}  // namespace

AnalyzedValues::AnalyzedValues(const OpenDocument& document, const AnalyzedAssembly& analyzed)
    : document_(document) {
  const ImportingFile* file = same_text(document, analyzed);
  if (file == nullptr) return;
  collect_expanded(file->tree);
  const Asset* asset = analyzed.assembly.root();
  if (asset != nullptr) collect_vertices(*asset);
}

void AnalyzedValues::collect_expanded(const Tree& tree) {
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    if (tree[node].made == written || tree[node].kind != NodeKind::Scalar) continue;
    values_[tree[node].start].emplace_back(tree.text_of(node));
  }
}

void AnalyzedValues::collect_vertices(const Asset& asset) {
  for (const Mesh& mesh : asset.document.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      const NodeId node = primitive.origin.node;
      const Topology* topology = topology_of(primitive);
      if (node == no_index || topology == nullptr) continue;
      vertices_[asset.tree[node].start].push_back(topology->vertex_count);
    }
  }
}

std::vector<std::string> AnalyzedValues::expanded(NodeId node) const {
  const auto found = values_.find(document_.tree()[node].start);
  if (found == values_.end()) return {};
  // What repeats as it is written, such as a word in the body of a repeat, says nothing new.
  const std::string_view own = document_.tree().text_of(node);
  const bool is_new = std::any_of(found->second.begin(), found->second.end(),
                                  [own](const std::string& value) { return value != own; });
  return is_new ? found->second : std::vector<std::string>();
}

std::vector<std::size_t> AnalyzedValues::vertex_counts(NodeId mapping) const {
  const auto found = vertices_.find(document_.tree()[mapping].start);
  return found == vertices_.end() ? std::vector<std::size_t>() : found->second;
}

std::string place_of_item(const AnalyzedAssembly& analyzed, ItemKind item, std::string_view id) {
  const Asset* asset = analyzed.assembly.root();
  if (asset == nullptr) return {};
  if (item == ItemKind::Bone) return place_of_bone(asset->document, id);
  if (item == ItemKind::Anchor) return place_of_anchor(asset->document, id);
  return {};
}

}  // namespace rigy::tools

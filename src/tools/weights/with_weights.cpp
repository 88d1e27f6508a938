// Weights put into the text of a document.
#include <fmt/format.h>

#include "edit/find_item.hpp"
#include "rigy/edit.hpp"
#include "rigy/weights.hpp"

namespace rigy {
using namespace tools;
namespace {

std::string yaml(std::string_view text) { return text_value(text).flow; }

std::optional<std::string> edited(const std::string& text, const std::optional<TextEdits>& edits) {
  return edits ? apply_edits(text, *edits) : std::nullopt;
}

std::string binding_path(const std::string& text, const MadeWeights& weights) {
  return find_item(text, "bindings", "mesh_id", weights.mesh);
}

std::string entry_path(const std::string& text, const char* list, const MadeWeights& weights) {
  return find_item(text, fmt::format("{}.{}", binding_path(text, weights), list), "primitive_id",
                   weights.primitive);
}

std::optional<std::string> with_binding(const std::string& text, const MadeWeights& weights) {
  if (!binding_path(text, weights).empty()) return text;
  const std::string mesh = fmt::format("mesh_id: {}", yaml(weights.mesh));
  const std::string armature = fmt::format("armature_id: {}", yaml(weights.armature));
  return edited(text, insert_item(text, "bindings",
                                  {fmt::format("{{{}, {}}}", mesh, armature), {mesh, armature}}));
}

// In the place of the primitive's entry, or at the end of the list.
std::optional<std::string> with_entry(const std::string& text, const char* list,
                                      const MadeWeights& weights, const std::string& flow) {
  const std::string old = entry_path(text, list, weights);
  if (!old.empty()) return edited(text, set_value(text, old, {flow}));
  const std::string lists = fmt::format("{}.{}", binding_path(text, weights), list);
  return edited(text, insert_item(text, lists, {flow}));
}

// The weights of a primitive that has a weight file are of no use.
std::optional<std::string> without_one_bone(const std::string& text, const MadeWeights& weights) {
  const std::string old = entry_path(text, "weights", weights);
  if (old.empty()) return text;
  const std::string list = fmt::format("{}.weights", binding_path(text, weights));
  const bool is_last = list_size(text, list) == 1;
  return edited(text, remove_at(text, is_last ? list : old));
}

}  // namespace

std::optional<std::string> with_weights(std::string_view text, const MadeWeights& weights,
                                        std::string_view source) {
  const std::optional<std::string> bound = with_binding(std::string(text), weights);
  if (!bound || binding_path(*bound, weights).empty()) return {};
  const std::string primitive = yaml(weights.primitive);
  if (weights.is_rigid() && entry_path(*bound, "weight_maps", weights).empty()) {
    return with_entry(*bound, "weights", weights,
                      fmt::format("{{primitive_id: {}, bones: [{{bone_id: {}, weight: 1}}]}}",
                                  primitive, yaml(weights.bones[0])));
  }
  const std::optional<std::string> mapped =
      with_entry(*bound, "weight_maps", weights,
                 fmt::format("{{primitive_id: {}, source: {}}}", primitive, yaml(source)));
  return mapped ? without_one_bone(*mapped, weights) : std::nullopt;
}

}  // namespace rigy

// Weights put into the text of a document.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "edit/find_item.hpp"
#include "rigy/edit.hpp"
#include "rigy/weights.hpp"

namespace rigy {
using namespace tools;
namespace {

std::string flow_text(std::string_view text) { return text_value(text).flow; }

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
  const std::string mesh = fmt::format("mesh_id: {}", flow_text(weights.mesh));
  const std::string armature = fmt::format("armature_id: {}", flow_text(weights.armature));
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

// Ids may have characters that names of files cannot have.
std::string file_part(std::string_view id) {
  std::string part(id);
  std::replace_if(
      part.begin(), part.end(),
      [](char c) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '_' || c == '-';
        return !is_plain;
      },
      '_');
  return part;
}

}  // namespace

std::optional<std::string> with_weights(std::string_view text, const MadeWeights& weights,
                                        std::string_view source) {
  const std::optional<std::string> bound = with_binding(std::string(text), weights);
  if (!bound || binding_path(*bound, weights).empty()) return {};
  const std::string primitive = flow_text(weights.primitive);
  if (weights.is_rigid() && entry_path(*bound, "weight_maps", weights).empty()) {
    return with_entry(*bound, "weights", weights,
                      fmt::format("{{primitive_id: {}, bones: [{{bone_id: {}, weight: 1}}]}}",
                                  primitive, flow_text(weights.bones[0])));
  }
  const std::optional<std::string> mapped =
      with_entry(*bound, "weight_maps", weights,
                 fmt::format("{{primitive_id: {}, source: {}}}", primitive, flow_text(source)));
  return mapped ? without_one_bone(*mapped, weights) : std::nullopt;
}

std::string weight_file_name(std::string_view document, std::string_view primitive) {
  for (const std::string_view extension : {".yaml", ".yml", ".rigy"}) {
    if (document.ends_with(extension)) document.remove_suffix(extension.size());
  }
  return fmt::format("{}.{}.weights.json", document, file_part(primitive));
}

std::optional<WeightedText> with_weights(std::string_view text,
                                         const std::vector<MadeWeights>& weights,
                                         const std::vector<std::string>& sources) {
  WeightedText made{std::string(text), {}};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::optional<std::string> next = with_weights(made.text, weights[i], sources[i]);
    if (!next) return {};
    made.text = std::move(*next);
    // Without a weight map, one that follows a single bone needs no file.
    made.uses_file.push_back(made.text.find(sources[i]) != std::string::npos);
  }
  return made;
}

}  // namespace rigy

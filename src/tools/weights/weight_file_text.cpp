#include "weights/weight_file_text.hpp"

#include <vector>

#include <fmt/format.h>

#include "text/json_text.hpp"

namespace rigy::tools {
namespace {

// "1", "0.5", "0.0625": at most four decimals.
std::string weight_text(std::uint32_t weight) {
  if (weight == weight_unit) return "1";
  std::string text = fmt::format("0.{:04}", weight);
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

std::vector<std::string> beginnings_of_influences(const Armature& armature) {
  std::vector<std::string> texts;
  for (const Bone& bone : armature.bones) {
    std::string text = "{\"bone_id\":";
    append_json_string(text, bone.id.value);
    texts.push_back(text + ",\"weight\":");
  }
  return texts;
}

}  // namespace

std::string weight_file_text(std::string_view primitive, const Armature& armature,
                             std::span<const BoneWeights> weights) {
  const std::vector<std::string> beginnings = beginnings_of_influences(armature);
  std::string text = "{\"primitive_id\":";
  append_json_string(text, primitive);
  text += fmt::format(",\"vertex_count\":{},\"influences\":[\n", weights.size());
  for (std::size_t vertex = 0; vertex < weights.size(); ++vertex) {
    text += fmt::format("{{\"vertex\":{},\"bones\":[", vertex);
    const BoneWeights& own = weights[vertex];
    for (std::size_t i = 0; i < own.weights.size() && own.weights[i] > 0; ++i) {
      if (i > 0) text += ',';
      text += beginnings[own.bones[i]];
      text += weight_text(own.weights[i]);
      text += '}';
    }
    text += vertex + 1 < weights.size() ? "]},\n" : "]}\n";
  }
  return text + "]}\n";
}

}  // namespace rigy::tools

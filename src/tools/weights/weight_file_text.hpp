// Weights as the text of a weight file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "document/document.hpp"
#include "rigging/bone_weights.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// One line for each vertex.
[[nodiscard]] std::string weight_file_text(std::string_view primitive, const Armature& armature,
                                           std::span<const BoneWeights> weights);

}  // namespace rigy::tools

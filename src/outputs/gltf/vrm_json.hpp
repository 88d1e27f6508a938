// What a VRM file has besides its glTF: the extension VRMC_vrm.
#pragma once

#include <cstdint>
#include <optional>

#include "export_model/model.hpp"
#include "text/json_writer.hpp"

namespace rigy::outputs {

// The value of the extension. `first_bone` is the node of the first bone of the person's armature,
// `thumbnail` the number of the image.
void write_vrm(JsonWriter& json, const ExportPerson& person, std::uint32_t first_bone,
               std::optional<std::uint32_t> thumbnail);

}  // namespace rigy::outputs

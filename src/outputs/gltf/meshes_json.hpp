// Meshes in the JSON of an exported glTF.
#pragma once

#include "export_model/model.hpp"
#include "gltf/data.hpp"
#include "gltf/json_output.hpp"

namespace rigy::outputs {

void write_meshes(JsonOutput& out, const ExportModel& model, const GltfData& data);

}  // namespace rigy::outputs

// Animations in the JSON of an exported glTF.
#pragma once

#include "export_model/model.hpp"
#include "gltf/data.hpp"
#include "gltf/json_output.hpp"
#include "gltf/nodes_json.hpp"

namespace rigy::outputs {

void write_animations(JsonOutput& out, const ExportModel& model, const GltfData& data,
                      const NodesJson& nodes);

}  // namespace rigy::outputs

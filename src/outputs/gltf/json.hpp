// The JSON of an exported glTF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "export_model/model.hpp"
#include "gltf/compress.hpp"
#include "gltf/data.hpp"

namespace rigy::outputs {

// Appends the JSON. `compressed` is null unless the data is; `uri` is that of the data, and empty
// if it is in the same file. Stops early once `out` has more than `max_size` bytes: it will be
// discarded.
void append_export_json(std::string& out, const ExportModel& model, const GltfData& data,
                        const CompressedData* compressed, std::string_view uri,
                        std::uint64_t max_size);

}  // namespace rigy::outputs

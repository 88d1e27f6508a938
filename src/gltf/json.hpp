// The JSON of an exported glTF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "export/model.hpp"
#include "gltf/data.hpp"

namespace rigy {

// Appends it. `uri` is that of the data; empty: the data is in the same file. Stops in the middle
// once `out` has more than `max_size` bytes: nobody will have it then.
void append_export_json(std::string& out, const ExportModel& model, const GltfData& data,
                        std::string_view uri, std::uint64_t max_size);

}  // namespace rigy

// Accessors, views and buffers in the JSON of an exported glTF.
#pragma once

#include <string_view>

#include "gltf/compress.hpp"
#include "gltf/data.hpp"
#include "text/json_writer.hpp"

namespace rigy::outputs {

void write_accessor(JsonWriter& json, const GltfAccessor& accessor);

// The members bufferViews and buffers. `uri` is that of the data; empty if it is in the same file.
// Decoders of compressed data write it into a second buffer, which no file has.
void write_buffers(JsonWriter& json, const GltfData& data, const CompressedData* compressed,
                   std::string_view uri);

}  // namespace rigy::outputs

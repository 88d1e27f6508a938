// The data of a glTF whose numbers are made while it is written.
#pragma once

#include <cstdint>

#include "gltf/data.hpp"
#include "io/output_sink.hpp"

namespace rigy::outputs {

// Writes all data from `offset` of the output on, which is what the sink expects next. Workers make
// chunks that fit their caches. If the sink wants order, they make each bufferView by itself.
void stream_data(const ExportModel& model, const GltfData& data, std::uint64_t offset,
                 unsigned threads, OutputSink& sink);

}  // namespace rigy::outputs

// The model as binary FBX.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "common/limits.hpp"
#include "export_model/model.hpp"
#include "io/output_sink.hpp"

namespace rigy::outputs {

struct FbxLimits {
  std::uint64_t file = max_output_size;
  // For FBX 7.4, whose offsets have 32 bits, which some readers take as signed.
  std::uint64_t file_of_7_4 = INT32_MAX;
};

// FBX 7.4, or 7.5 if it is too large for that; empty if it is too large for both.
[[nodiscard]] std::string write_fbx(const ExportModel& model, const FbxLimits& limits = {});

// Where the file goes, once it is known that there is one.
using FbxSink = std::function<OutputSink&()>;

// The same for a model whose numbers are made later, mesh by mesh while they are written. False if
// the file would be too large.
[[nodiscard]] bool stream_fbx(const ExportModel& model, unsigned threads, const FbxSink& sink);

}  // namespace rigy::outputs

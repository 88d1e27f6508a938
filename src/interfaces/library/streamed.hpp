// Compilation into a sink, for outputs that need not be in memory.
#pragma once

#include <cstdint>
#include <string>

#include "interfaces_floor.hpp"
#include "io/output_sink.hpp"
#include "rigy/compile.hpp"

namespace rigy {

struct StreamedResult : CompileResult {
  // What the sink has got instead of `glb`; 0: nothing that counts. Only the sink knows whether it
  // could be written.
  std::uint64_t streamed_size = 0;
};

// As compile(). A large GLB goes to the sink while it is made; one that is small is in the result.
[[nodiscard]] StreamedResult compile(const std::string& entry, FileReader& files,
                                     const CompileOptions& options, base::OutputSink& sink);

}  // namespace rigy

// Compilation and export into sinks, for outputs that need not be in memory.
#pragma once

#include <cstdint>
#include <string>

#include "export_model/files.hpp"
#include "interfaces_floor.hpp"
#include "io/output_sink.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"

namespace rigy {

struct StreamedResult : CompileResult {
  // What the sink has got instead of `glb`; 0: nothing that counts. Only the sink knows whether it
  // could be written.
  std::uint64_t streamed_size = 0;
};

// As compile(). A large GLB goes to the sink while it is made; one that is small is in the result.
[[nodiscard]] StreamedResult compile(const std::string& entry, FileReader& files,
                                     const CompileOptions& options, base::OutputSink& sink);

// Less is made in memory and written at once: that takes one evaluation instead of two.
inline constexpr std::uint64_t small_file = 4u << 20;

// As export_asset(). Files of a model of at least `streamed_from` bytes go to the sinks of their
// names while they are made, and have no bytes in the result; unless an option needs all of it at
// once. Nothing is written if there is an error.
[[nodiscard]] ExportResult export_asset(const std::string& entry, FileReader& files,
                                        const ExportOptions& options,
                                        const outputs::SinkOf& sink_of,
                                        std::uint64_t streamed_from = small_file);

}  // namespace rigy

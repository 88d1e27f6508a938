// The canonical GLB, written while it is made: neither its text nor its data is ever in memory as a
// whole.
#pragma once

#include <cstdint>
#include <vector>

#include "canonical/layout.hpp"
#include "canonical/plan.hpp"
#include "diagnostics/diagnostics.hpp"
#include "evaluate/evaluate.hpp"
#include "io/output_sink.hpp"
#include "math/bounds.hpp"

namespace rigy::outputs {

// What a file is made from. `bounds` are those that measure_bounds() returns.
struct GlbContents {
  const PlannedScene& planned;
  const NodeNumbers& numbers;
  const Layout& layout;
  const EvaluationPlan& evaluation;
  const std::vector<Bounds>& bounds;
};

// The text, with everything else before the binary data.
struct StreamedHead {
  std::uint64_t size = 0;   // 0: the file would be too large, which is reported
  bool is_written = false;  // completely
};
[[nodiscard]] StreamedHead stream_head(const GlbContents& contents, OutputSink& sink,
                                       Diagnostics& diagnostics);

// The binary data, which begins at `offset`. Workers make chunks that fit their caches, and write
// each where it belongs, or, if the sink wants order, when its turn comes.
void stream_binary(const GlbContents& contents, const EvaluateOptions& options,
                   std::uint64_t offset, OutputSink& sink);

}  // namespace rigy::outputs

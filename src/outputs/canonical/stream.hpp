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

// Returns the size of the file; 0 if it would be too large, which is reported before anything is
// written. Workers make chunks that fit their caches, and write each where it belongs, or, if the
// sink wants order, when its turn comes; one of them begins with the text. Does not find out
// whether the sink could write.
[[nodiscard]] std::uint64_t stream_glb(const GlbContents& contents, const EvaluateOptions& options,
                                       OutputSink& sink, Diagnostics& diagnostics);

}  // namespace rigy::outputs

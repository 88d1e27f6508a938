// Clips of motions as frames of a picture.
#pragma once

#include <string>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "render/sheet.hpp"

namespace rigy::outputs {

// The clip that the options name, or the first; null if there is none.
[[nodiscard]] const MotionClip* clip_shown(const AnalyzedAssembly& analyzed,
                                           const RenderOptions& options);

// Whether there is the clip that is asked for; M15 is reported if not.
[[nodiscard]] bool has_clip(const AnalyzedAssembly& analyzed, const RenderOptions& options,
                            Diagnostics& diagnostics);

// The moments of the clip that are drawn.
[[nodiscard]] std::vector<ShownPose> moments_shown(const MotionClip& clip,
                                                   const RenderOptions& options);

// What is wrong with the options, for a document that may have a clip.
[[nodiscard]] std::vector<std::string> faults_of_clip(const AnalyzedAssembly& analyzed,
                                                      const RenderOptions& options);

}  // namespace rigy::outputs

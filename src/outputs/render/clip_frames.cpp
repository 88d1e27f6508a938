#include "render/clip_frames.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "check/check.hpp"
#include "motion/moments.hpp"
#include "render/limits.hpp"

namespace rigy::outputs {
namespace {

constexpr double frames_per_second = 20;

// Frames of a loop are at equal distances in its round; others include the end.
double moment_of(const MotionClip& clip, std::size_t frame, std::size_t count) {
  const std::size_t steps = clip.loop ? count : count - 1;
  return clip.length.value * static_cast<double>(frame) / static_cast<double>(steps);
}

std::size_t frame_count(const MotionClip& clip, const RenderOptions& options) {
  if (options.at) return 1;
  if (options.strip > 0) return options.strip;
  const double frames = std::min(clip.length.value * frames_per_second, 1e6);
  return std::max<std::size_t>(min_frames, static_cast<std::size_t>(std::floor(frames + 0.5)));
}

}  // namespace

const MotionClip* clip_shown(const AnalyzedAssembly& analyzed, const RenderOptions& options) {
  for (const auto& motion : analyzed.assembly.motions) {
    for (const MotionClip& clip : motion->document.clips) {
      if (options.clip.empty() || clip.id.value == options.clip) return &clip;
    }
  }
  return nullptr;
}

bool has_clip(const AnalyzedAssembly& analyzed, const RenderOptions& options,
              Diagnostics& diagnostics) {
  if (!options.shows_clip() || clip_shown(analyzed, options) != nullptr) return true;
  report_unknown_clip(analyzed.assembly, options.clip, diagnostics);
  return false;
}

std::vector<ShownPose> moments_shown(const MotionClip& clip, const RenderOptions& options) {
  std::vector<ShownPose> moments;
  if (options.at) return {{moment_name(clip.id.value, *options.at), ""}};
  const std::size_t count = frame_count(clip, options);
  for (std::size_t i = 0; i < count; ++i) {
    const double seconds = moment_of(clip, i, count);
    const bool is_named = options.strip > 0;
    moments.push_back({moment_name(clip.id.value, seconds),
                       is_named ? fmt::format("{:.3g} s", seconds) : std::string()});
  }
  return moments;
}

std::vector<std::string> faults_of_clip(const AnalyzedAssembly& analyzed,
                                        const RenderOptions& options) {
  if (analyzed.assembly.motions.empty()) {
    return {"the document has no clips; those are in motions (.rigm.yaml)"};
  }
  const MotionClip* clip = clip_shown(analyzed, options);
  if (clip == nullptr || !clip->length.given()) return {};
  if (options.at && (*options.at < 0 || *options.at > clip->length.value)) {
    return {fmt::format("the clip '{}' is {} seconds long", clip->id.value, clip->length.value)};
  }
  if (options.at || options.strip > 0) return {};
  return faults_of_frames(options, frame_count(*clip, options));
}

}  // namespace rigy::outputs

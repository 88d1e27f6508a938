// --pose, --clip and --at: which shape of a document a command looks at.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

struct MomentOptions {
  std::string pose;
  std::string clip;
  std::string at;
};

// `verb` is what the command does: "measure in".
void add_moment_options(Options& options, MomentOptions& moment, const std::string& verb);

// The pose by its name, or the moment of a clip: "walk@0.25". Throws UsageError.
[[nodiscard]] std::string pose_of(const MomentOptions& moment);

}  // namespace rigy::interfaces::cli

#include "cli/moment_options.hpp"

#include <optional>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/numbers.hpp"

namespace rigy::interfaces::cli {

void add_moment_options(Options& options, MomentOptions& moment, const std::string& verb) {
  options.text("--pose", moment.pose, "ID",
               fmt::format("The pose to {} (default: the rest shape)", verb));
  options.text("--clip", moment.clip, "ID",
               fmt::format("The clip of a motion to {}, with --at", verb));
  options.text("--at", moment.at, "SECONDS", "The moment of the clip (default: its beginning)");
}

std::string pose_of(const MomentOptions& moment) {
  if (moment.clip.empty() && !moment.at.empty()) {
    throw UsageError("--at needs --clip, which says what moves");
  }
  if (moment.clip.empty()) return moment.pose;
  if (!moment.pose.empty()) throw UsageError("use either --pose or --clip");
  const std::optional<double> seconds = decimal_in(moment.at.empty() ? "0" : moment.at);
  if (!seconds || *seconds < 0) {
    throw UsageError(fmt::format("--at: '{}' is not a number of seconds", moment.at));
  }
  return fmt::format("{}@{}", moment.clip, *seconds);
}

}  // namespace rigy::interfaces::cli

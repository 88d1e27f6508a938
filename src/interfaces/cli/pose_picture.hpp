// The picture of a pose that is being made.
#pragma once

#include <string>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces::cli {

// The bytes of a PNG file; empty if it cannot be drawn, and `report` then says why. Without the
// renderer it throws UsageError.
[[nodiscard]] std::string pose_picture(const Analysis& analysis, const std::string& pose,
                                       Report& report);

}  // namespace rigy::interfaces::cli

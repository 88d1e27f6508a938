// What every list of influences has in common.
#pragma once

#include <string_view>

#include "check/check.hpp"

namespace rigy {

// X11, X04, W05 and weights outside [0, 1] under `range_code`.
void check_influences(const CheckContext& context, const InfluenceList& list, bool mirrored,
                      Code range_code, std::string_view what);

}  // namespace rigy

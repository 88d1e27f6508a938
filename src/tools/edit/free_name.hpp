// Names for new items.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools_floor.hpp"

namespace rigy::tools {

// The wanted name if it is not taken, else with a number: "arm", "arm_2", "arm_3".
[[nodiscard]] std::string free_name(std::string_view wanted, const std::vector<std::string>& taken);

}  // namespace rigy::tools

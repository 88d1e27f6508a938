// The params that a document declares, as JSON.
#pragma once

#include <span>
#include <string>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces {

// The JSON array that include/rigy/rigy.h describes. Ends with a line break.
[[nodiscard]] std::string params_json(std::span<const DeclaredParam> params);

}  // namespace rigy::interfaces

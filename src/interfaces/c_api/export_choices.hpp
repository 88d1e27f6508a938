// The options of an export by name.
#pragma once

#include <span>

#include "c_api/choices.hpp"
#include "interfaces_floor.hpp"
#include "rigy/export.hpp"

namespace rigy::interfaces {

[[nodiscard]] std::span<const Choice<ExportOptions>> export_choices();

}  // namespace rigy::interfaces

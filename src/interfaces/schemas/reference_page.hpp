// docs/reference.md: every object and field of the language, from the tables that decoders read by.
#pragma once

#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

[[nodiscard]] std::string reference_page();

}  // namespace rigy::interfaces

// docs/reference.md: every object and field of the language, from the tables that decoders read by.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

[[nodiscard]] std::string reference_page();

// What the page says about an object, one of its fields, or every field of a name, as text:
// "bone", "bone.roll", "roll". Nothing if there is none.
[[nodiscard]] std::optional<std::string> reference_entry(std::string_view name);
// The closest of such names; empty if none is close.
[[nodiscard]] std::string closest_entry(std::string_view name);

}  // namespace rigy::interfaces

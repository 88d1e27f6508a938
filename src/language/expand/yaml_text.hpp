// Texts as YAML scalars.
#pragma once

#include <string>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

// Unquoted if every YAML reader takes it for the same text, else in double quotes.
void append_yaml_text(std::string& out, std::string_view utf8);
[[nodiscard]] std::string yaml_text(std::string_view utf8);

}  // namespace rigy::language

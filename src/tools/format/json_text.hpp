// Documents and weight files that programs have written.
#pragma once

#include <string_view>

#include "syntax/concrete_syntax.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// Whether a text without mistakes is JSON, which is YAML, too.
[[nodiscard]] bool is_json(std::string_view text, const ConcreteSyntax& syntax);

}  // namespace rigy::tools

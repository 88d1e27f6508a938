// Whether two texts say the same.
#pragma once

#include "syntax/concrete_syntax.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// The same values by the same keys, in any order, and the same comments. For texts without
// mistakes.
[[nodiscard]] bool have_same_meaning(std::string_view before_text, const ConcreteSyntax& before,
                                     std::string_view after_text, const ConcreteSyntax& after);

}  // namespace rigy::tools

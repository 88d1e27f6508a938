// Whether two texts say the same.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/concrete_syntax.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// The same values by the same keys, in any order. For trees of texts without mistakes.
[[nodiscard]] bool have_same_meaning(const Tree& before, const Tree& after);

// Whether these are the comments of a text, in any order.
[[nodiscard]] bool are_same_comments(std::string_view text, const ConcreteSyntax& syntax,
                                     std::vector<std::string_view> comments);

}  // namespace rigy::tools

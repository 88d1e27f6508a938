// The fields of objects in the order of the table.
#pragma once

#include "format/layout.hpp"

namespace rigy::tools {

// Whether the fields are those of a weight file.
[[nodiscard]] bool is_weight_file(const Tree& tree, const LayoutEntry& root);

// Sorts the keys of every mapping that is an object of the language, and puts lists of coordinates
// in brackets. Keys of other mappings have an order of their own: that of materials, for example,
// is the order of the output. An alias never gets before its anchor.
void order_fields(const Tree& tree, std::string_view text, const ConcreteSyntax& syntax,
                  Layout& layout);

}  // namespace rigy::tools

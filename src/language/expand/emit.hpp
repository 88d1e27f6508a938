// A tree as YAML: the document after preprocessing.
#pragma once

#include <string>

#include "rigy/compile.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

// Reads back as the same document. Paths of other files are rewritten for the folder that the text
// is meant for.
[[nodiscard]] std::string expanded_yaml(const Tree& tree, const ExpandedYamlOptions& options);

}  // namespace rigy::language

// Keys that a mapping has twice.
#pragma once

#include "syntax/tree.hpp"

namespace rigy::language {

// Marks the later ones, and lists them in Tree::duplicates.
void find_duplicate_keys(Tree& tree, NodeId mapping);

}  // namespace rigy::language

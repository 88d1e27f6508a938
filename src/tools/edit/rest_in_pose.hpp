// Bones that a pose leaves where they rest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "edit/edit_nodes.hpp"

namespace rigy::tools {

// The bones of the armatures that meshes are bound to, each id once.
[[nodiscard]] std::vector<const Bone*> bound_bones(const Document& document);

// Whether a pose that omits it leaves it where it rests.
[[nodiscard]] bool rests_at_origin(const Bone& bone);

// The translation at rest: "[0, 1, 0]".
[[nodiscard]] std::string rest_text(const Bone& bone);

// The bones that the entries of a pose omit.
[[nodiscard]] std::vector<const Bone*> omitted_bones(const Tree& tree, NodeId entries,
                                                     const std::vector<const Bone*>& bones);
// Entries for them, at rest.
[[nodiscard]] std::vector<NewPair> rest_entries(const std::vector<const Bone*>& bones);

}  // namespace rigy::tools

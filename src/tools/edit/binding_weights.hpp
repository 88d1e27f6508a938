// Entries of the weights of a binding.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/edit_nodes.hpp"

namespace rigy::tools {

// The binding of a mesh, or to an armature, as it is written; no_index if there is none. `field`
// is mesh_id or armature_id.
[[nodiscard]] NodeId find_binding(const Tree& tree, std::string_view field, std::string_view id);

// A primitive and the one bone that all of it follows.
struct RigidPart {
  std::string primitive;
  std::string bone;
};
// Weights for them, after those that the binding has.
[[nodiscard]] std::optional<TextEdits> add_weights(const AuthoredText& authored, NodeId binding,
                                                   const std::vector<RigidPart>& parts);

}  // namespace rigy::tools

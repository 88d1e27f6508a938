// The macros: elements of a list of primitives that stand for others.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expand/primitive_writer.hpp"
#include "language/version.hpp"
#include "yaml/reporter.hpp"

namespace rigy {

// A primitive that a macro makes; what differs between those of one macro.
struct MacroPart {
  std::string id;
  std::string_view cutout;  // the cutout that it belongs to; empty if it belongs to none
  Vec3 dimensions;
  Vec3 translation;
  std::optional<Quaternion> rotation = std::nullopt;
  MadeFrom from;
};

struct MacroResult {
  std::string_view type;  // of the primitives
  std::vector<MacroPart> parts;
};

// What a macro is about to make.
struct MacroUse {
  const Reporter& at;
  NodeId node = no_index;
  std::string owner;    // "box_decompose 'front'", for messages
  std::string_view id;  // an identifier
  NodeId id_node = no_index;
  std::string_view mesh;  // the id of the mesh that contains it
  Version version;
};

// Nothing if something is wrong, which has been reported.
[[nodiscard]] std::optional<MacroResult> decompose_box(const MacroUse& use);
[[nodiscard]] std::optional<MacroResult> make_prism(const MacroUse& use);

}  // namespace rigy

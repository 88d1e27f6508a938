// The macros: elements of a list of primitives that expand to others.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expand/primitive_writer.hpp"
#include "syntax/reporter.hpp"
#include "tables/version.hpp"

namespace rigy::language {

// A primitive that a macro makes: the fields that differ between those of one macro.
struct MacroPart {
  std::string id;
  std::string_view cutout;  // the cutout it belongs to; empty if none
  Vec3 dimensions;
  Vec3 translation;
  std::optional<Quaternion> rotation = std::nullopt;
  PrimitiveNodes from;
};

struct MacroResult {
  std::string_view type;  // of the primitives
  std::vector<MacroPart> parts;
};

// What a macro makes.
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

}  // namespace rigy::language

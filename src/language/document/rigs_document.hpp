// The typed scene document: what a .rigs.yaml file says. As in document.hpp, everything keeps its
// node; what could not be decoded has none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "document/document.hpp"

namespace rigy::language {

// A slot or a mount. If it names a frame of the contract, linking fills in the anchors.
struct FrameReference {
  NodeId node = no_index;
  std::array<Reference, 3> anchors;
  Text name;

  [[nodiscard]] bool given() const { return node != no_index; }
};

// Lengths along the axes of the slot's frame, in meters.
struct Nudge {
  double east = 0;
  double up = 0;
  double north = 0;
};

struct RigsPlace {
  NodeId node = no_index;
  FrameReference slot;
  FrameReference mount;
  NodeId rotate_node = no_index;
  NodeId nudge_node = no_index;
  // Nothing if they could not be read.
  std::optional<Yaw> rotate = Yaw::Deg0;
  std::optional<Nudge> nudge = Nudge{};

  [[nodiscard]] bool given() const { return node != no_index; }
};

struct RigsChild {
  NodeId node = no_index;
  Text id;
  Reference base;
  RigsPlace place;
  std::uint32_t parent = no_index;  // of RigsDocument::children; none: placed on the scene's base
  std::uint32_t after = 0;          // the first child that is not placed on this one or below it
};

struct RigsDocument {
  std::vector<Import> imports;
  Reference base;
  std::vector<RigsChild> children;  // depth first, each after its parent
  bool incomplete_imports = false;  // see Document::incomplete
};

}  // namespace rigy::language

// Writes the primitives that aabb and macros expand to.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "expand/tree_writer.hpp"
#include "math/quaternion.hpp"
#include "math/vec.hpp"

namespace rigy::language {

// The places of the document that the parts of a made primitive come from.
struct PrimitiveNodes {
  NodeId all = no_index;
  NodeId id = no_index;
  std::array<NodeId, 3> dimensions{no_index, no_index, no_index};
  NodeId translation = no_index;
};

struct ExpandedPrimitive {
  std::string_view id;
  std::string_view type;
  Vec3 dimensions;
  Vec3 translation;
  std::optional<Quaternion> rotation;
  OriginId made = written;
  PrimitiveNodes from;
  bool refused_id = false;  // the id was reported
};

class PrimitiveWriter {
 public:
  PrimitiveWriter(const Tree& in, TreeWriter& out) : in_(in), out_(out) {}

  // With copies of the pairs whose keys are in `kept`.
  void write(const ExpandedPrimitive& primitive, std::span<const NodeId> kept);
  // The pairs dimensions and transform.
  void write_extent(const ExpandedPrimitive& primitive);
  // The pair dimensions with a value that has been reported.
  void write_refused_dimensions(NodeId like, OriginId made);

 private:
  [[nodiscard]] Node like(NodeId id, NodeKind kind = NodeKind::Scalar) const;
  void word(NodeId from, std::string_view word);
  void number(NodeId from, double value);
  void copy_kept(NodeId value);

  const Tree& in_;
  TreeWriter& out_;
  OriginId made_ = written;
};

}  // namespace rigy::language

#include "expand/primitive_writer.hpp"

#include <array>

#include "expand/number_text.hpp"

namespace rigy::language {

Node PrimitiveWriter::like(NodeId id, NodeKind kind) const {
  Node node;
  node.start = in_[id].start;
  node.end = in_[id].end;
  node.kind = kind;
  node.plain = kind == NodeKind::Scalar;
  node.made = made_;
  return node;
}

void PrimitiveWriter::word(NodeId from, std::string_view word) {
  Node node = like(from);
  out_.set_text(node, word);
  out_.add(node);
}

void PrimitiveWriter::number(NodeId from, double value) {
  NumberBuffer buffer;
  word(from, number_text(value, buffer));
}

void PrimitiveWriter::write_extent(const ExpandedPrimitive& primitive) {
  static constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
  const PrimitiveNodes& from = primitive.from;
  made_ = primitive.made;
  word(from.all, "dimensions");
  out_.open(like(from.all, NodeKind::Mapping));
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    word(from.dimensions[axis], axes[axis]);
    number(from.dimensions[axis], primitive.dimensions[axis]);
  }
  out_.close();
  word(from.all, "transform");
  out_.open(like(from.all, NodeKind::Mapping));
  word(from.translation, "translation");
  out_.open(like(from.translation, NodeKind::Sequence));
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    number(from.translation, primitive.translation[axis]);
  }
  out_.close();
  if (const auto& q = primitive.rotation) {
    word(from.all, "rotation_quat");
    out_.open(like(from.all, NodeKind::Sequence));
    for (const double part : {q->x, q->y, q->z, q->w}) number(from.all, part);
    out_.close();
  }
  out_.close();
}

// A word of the macro, such as its material, is reported as part of what the macro creates.
void PrimitiveWriter::copy_kept(NodeId value) {
  Node node = in_[value];
  if (node.kind != NodeKind::Scalar || node.made != in_[value - 1].made) {
    return out_.copy(in_, value);
  }
  node.made = made_;
  out_.add(node);
}

void PrimitiveWriter::write(const ExpandedPrimitive& primitive, std::span<const NodeId> kept) {
  made_ = primitive.made;
  out_.open(like(primitive.from.all, NodeKind::Mapping));
  word(primitive.from.all, "id");
  Node id = like(primitive.from.id);
  out_.set_text(id, primitive.id);
  id.reported = primitive.refused_id;
  out_.add(id);
  word(primitive.from.all, "type");
  word(primitive.from.all, primitive.type);
  write_extent(primitive);
  for (const NodeId key : kept) {
    out_.copy(in_, key);
    copy_kept(key + 1);
  }
  out_.close();
}

void PrimitiveWriter::write_refused_dimensions(NodeId from, OriginId made) {
  made_ = made;
  word(from, "dimensions");
  Node node = like(from);
  node.reported = true;
  out_.add(node);
}

}  // namespace rigy::language

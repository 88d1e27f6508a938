// Objects that are placed by others, and implicit surfaces.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "diff/describe.hpp"
#include "document/primitive_types.hpp"
#include "math/rotation.hpp"

namespace rigy::tools {
namespace {

// Whether the columns are at right angles to each other and not mirrored.
bool is_turn_and_scale(const Mat3& linear, const Vec3& scale) {
  const Vec3 x = linear.column(0) / scale.x;
  const Vec3 y = linear.column(1) / scale.y;
  const Vec3 z = linear.column(2) / scale.z;
  return same_number(dot(x, y), 0) && same_number(dot(y, z), 0) && same_number(dot(z, x), 0) &&
         dot(cross(x, y), z) > 0;
}

std::string ids_of(const std::array<Reference, 3>& anchors) {
  return fmt::format("{}, {}, {}", anchors[0].id, anchors[1].id, anchors[2].id);
}

// Anchors of an import may be written with its name in front.
std::string short_ids_of(const std::array<Reference, 3>& anchors, std::string_view import) {
  const auto strip = [&](std::string_view id) {
    const bool has_name =
        id.size() > import.size() + 1 && id.starts_with(import) && id[import.size()] == '.';
    return has_name ? id.substr(import.size() + 1) : id;
  };
  return fmt::format("{}, {}, {}", strip(anchors[0].id), strip(anchors[1].id),
                     strip(anchors[2].id));
}

// Anchors of the document itself may have been renamed.
std::string own_ids_of(const std::array<Reference, 3>& anchors, const Renames& renames) {
  const auto now = [&](const Reference& anchor) {
    return renames.now(ObjectKind::Anchor, {}, anchor.id);
  };
  return fmt::format("{}, {}, {}", now(anchors[0]), now(anchors[1]), now(anchors[2]));
}

void add_op(Description& to, const SurfaceOp& op, std::size_t index) {
  const std::string prefix = fmt::format("ops[{}].", index);
  const auto number = [&](std::string_view field, const Number& value) {
    if (value.given())
      add_number(to, ChangeKind::Reshaped, fmt::format("{}{}", prefix, field), value.value);
  };
  add_text(to, ChangeKind::Reshaped, prefix + "op",
           word_for(op.subtracts ? OpKind::Subtract : OpKind::Add));
  add_text(to, ChangeKind::Reshaped, prefix + "field", word_for(*op.field));
  number("radius", op.radius);
  number("strength", op.strength);
  number("height", op.height);
  Description transform;
  add_transform(transform, op.transform);
  for (Aspect& aspect : transform) {
    aspect.field.insert(0, prefix);
    to.push_back(std::move(aspect));
  }
  const Vec3 scale = op.scale.given() ? op.scale.value : Vec3{1, 1, 1};
  add_point(to, ChangeKind::Resized, prefix + "scale", scale);
}

}  // namespace

void add_place(Description& to, const Affine& place) {
  add_point(to, ChangeKind::Moved, "translation", place.translation);
  const Vec3 scale{length(place.linear.column(0)), length(place.linear.column(1)),
                   length(place.linear.column(2))};
  if (is_turn_and_scale(place.linear, scale)) {
    add_rotation(to, "rotation",
                 quaternion_from_matrix(from_columns(place.linear.column(0) / scale.x,
                                                     place.linear.column(1) / scale.y,
                                                     place.linear.column(2) / scale.z)));
    add_point(to, ChangeKind::Resized, "scale", scale);
    return;
  }
  std::vector<double> rows;
  for (const auto& row : place.linear.rows) rows.insert(rows.end(), row.begin(), row.end());
  to.push_back({ChangeKind::Reshaped, "matrix", rows});
}

void add_surface(Description& to, const SurfaceFields& surface) {
  add_point(to, ChangeKind::Resized, "domain.aabb.min", surface.min.value);
  add_point(to, ChangeKind::Resized, "domain.aabb.max", surface.max.value);
  std::vector<double> grid;
  for (const Count& count : surface.grid) grid.push_back(static_cast<double>(count.value));
  to.push_back({ChangeKind::Reshaped, "domain.grid", grid});
  add_number(to, ChangeKind::Reshaped, "iso", surface.iso.value);
  for (std::size_t i = 0; i < surface.ops.size(); ++i) add_op(to, surface.ops[i], i);
}

Description describe(const Instance& instance, const Affine& place, const Renames& renames) {
  Description description;
  add_place(description, place);
  if (instance.import.given()) {
    add_text(description, ChangeKind::Rebound, "import",
             renames.now(ObjectKind::Import, {}, instance.import.id));
  } else {
    add_text(description, ChangeKind::Rebound, "mesh",
             renames.now(ObjectKind::Mesh, {}, instance.mesh.id));
  }
  if (!instance.attach3.given()) return description;
  add_text(description, ChangeKind::Rebound, "attach3.from",
           instance.import.given() ? short_ids_of(instance.attach3.from, instance.import.id)
                                   : own_ids_of(instance.attach3.from, renames));
  add_text(description, ChangeKind::Rebound, "attach3.to",
           own_ids_of(instance.attach3.to, renames));
  add_text(description, ChangeKind::Rebound, "attach3.mode", word_for(*instance.attach3.mode));
  return description;
}

Description describe(const RigsChild& child, const RigsDocument& document, const Affine& place,
                     const Renames& renames) {
  Description description;
  add_place(description, place);
  add_text(description, ChangeKind::Rebound, "base",
           renames.now(ObjectKind::Import, {}, child.base.id));
  if (child.parent != no_index) {
    add_text(description, ChangeKind::Rebound, "parent",
             renames.now(ObjectKind::Child, {}, document.children[child.parent].id.value));
  }
  add_text(description, ChangeKind::Rebound, "place.slot", ids_of(child.place.slot.anchors));
  add_text(description, ChangeKind::Rebound, "place.mount", ids_of(child.place.mount.anchors));
  return description;
}

}  // namespace rigy::tools

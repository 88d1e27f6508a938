// V07, X02, X13, W06: primitives that can be tessellated and stored.
#include <algorithm>
#include <cmath>

#include "check/check.hpp"
#include "document/names.hpp"
#include "document/primitive_types.hpp"
#include "shapes/tessellate.hpp"
#include "tables/features.hpp"

namespace rigy::analysis {
namespace {

constexpr double two_pi = 6.283185307179586;
// Below this no sum of a translation and the dimensions can leave the range of binary32.
constexpr double surely_storable = 1e37;

bool is_sound(const Primitive& primitive) {
  if (topology_of(primitive) == nullptr) return false;
  const std::size_t count = info_of(*primitive.type).dimensions.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!primitive.dimensions[i].given() || primitive.dimensions[i].value <= 0) return false;
  }
  return true;
}

// The field as the author calls it: y of a box may be written as height.
std::string_view written_name(const Tree& tree, const Field& field, NodeId value) {
  const bool is_alias =
      !field.alias.empty() && is_value(tree, value) && tree.text_of(value - 1) == field.alias;
  return is_alias ? field.alias : field.name;
}

void check_dimensions(const CheckContext& context, const Primitive& primitive) {
  if (!primitive.type) return;
  const PrimitiveTypeInfo& type = info_of(*primitive.type);
  for (std::size_t i = 0; i < type.dimensions.size(); ++i) {
    const Number& dimension = primitive.dimensions[i];
    if (!dimension.given() || dimension.value > 0) continue;
    context.at.report(Code::NonPositiveDimension, primitive.origin.at(dimension.node),
                      "{} of {} is {}; it must be greater than 0",
                      written_name(context.at.tree, type.dimensions[i], dimension.node),
                      called(type.name, primitive.id), context.at.tree.text_of(dimension.node));
  }
}

void check_angles(const CheckContext& context, const Primitive& primitive) {
  const Rotation& rotation = primitive.transform.rotation;
  if (!rotation.given() || primitive.origin.is_mirrored()) return;
  if (rotation.form != RotationForm::Euler) return;
  const auto [x, y, z] = rotation.vector;
  const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
  if (largest <= two_pi) return;
  constexpr double radians = two_pi / 360;
  const NewFinding added = context.at.report(
      Code::AngleLikeDegrees, rotation.node,
      "an angle of {} radians is more than a full turn: are these degrees?", largest);
  if (has(context.document.version, Feature::RotationDegrees)) {
    added.help("for degrees, write rotation_degrees: [{}, {}, {}]", x, y, z);
  } else {
    added.help("[{}, {}, {}] degrees are [{}, {}, {}] radians", x, y, z, x * radians, y * radians,
               z * radians);
  }
}

bool is_surely_storable(const Primitive& primitive) {
  const Vec3& translation = primitive.transform.translation.value;
  double size = std::abs(translation.x) + std::abs(translation.y) + std::abs(translation.z);
  for (const Number& dimension : primitive.dimensions) size += dimension.value;
  if (primitive.surface != nullptr) {
    for (const Vec3& corner : {primitive.surface->min.value, primitive.surface->max.value}) {
      size += std::abs(corner.x) + std::abs(corner.y) + std::abs(corner.z);
    }
  }
  return size < surely_storable;
}

void check_coordinates(const CheckContext& context, const Primitive& primitive) {
  if (!is_sound(primitive) || is_surely_storable(primitive)) return;
  PrimitiveVertices vertices;
  // A field that is not finite is reported when the scene is evaluated.
  if (!tessellate(primitive, context.document.version, vertices)) return;
  for (const Vec3& position : vertices.positions()) {
    if (fits_binary32(position)) continue;
    context.at
        .report(Code::HugeCoordinate, primitive.origin,
                "coordinates of primitive '{}' are too large for 32-bit floats", primitive.id.value)
        .help("keep coordinates below 3.4e38");
    return;
  }
}

}  // namespace

void check_primitives(const CheckContext& context) {
  for (const Mesh& mesh : context.document.meshes) {
    if (mesh.primitives_node != no_index && mesh.primitives.empty()) {
      context.at
          .report(Code::EmptyMesh, mesh.primitives_node, "mesh '{}' has no primitives",
                  mesh.id.value)
          .help("give it at least one, or remove the mesh");
    }
    for (const Primitive& primitive : mesh.primitives) {
      check_dimensions(context, primitive);
      check_angles(context, primitive);
      check_coordinates(context, primitive);
    }
  }
}

}  // namespace rigy::analysis

#include "inspect/faces.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "inspect/build.hpp"
#include "shapes/shape.hpp"
#include "tables/features.hpp"

namespace rigy::tools {
namespace {

bool has_names(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  return has(scene.mesh_of(primitive).asset->document.version, Feature::Wedges);
}

NamedParts names_of(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  const Shape* const shape = shape_of(*primitive.primitive);
  return shape != nullptr && has_names(scene, primitive) ? shape->names : NamedParts{};
}

template <class Part>
const Part* find_part(std::span<const Part> parts, std::string_view key) {
  const auto found =
      std::find_if(parts.begin(), parts.end(), [&](const Part& one) { return one.key == key; });
  return found == parts.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Face> faces_of(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  std::vector<Face> faces;
  if (primitive.positions.empty()) return faces;
  for (const auto& [key, first] : names_of(scene, primitive).faces) {
    faces.push_back({key, primitive.normals[first], primitive.positions[first]});
  }
  return faces;
}

std::optional<Face> find_face(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                              std::string_view key) {
  for (const OtherName& other : names_of(scene, primitive).other_names) {
    if (key == other.name) key = other.key;
  }
  for (const Face& face : faces_of(scene, primitive)) {
    if (face.key == key) return face;
  }
  return std::nullopt;
}

std::optional<Vec3> find_point(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                               std::string_view key) {
  const NamedPoint* const named = find_part(names_of(scene, primitive).points, key);
  if (named == nullptr) return std::nullopt;
  Vec3 sum = primitive.positions[named->first_vertex];
  for (std::size_t i = 1; i < named->vertex_count; ++i) {
    sum = sum + primitive.positions[named->first_vertex + i];
  }
  return sum / static_cast<double>(named->vertex_count);
}

std::optional<Line> find_line(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                              std::string_view key) {
  const NamedLine* const named = find_part(names_of(scene, primitive).lines, key);
  if (named == nullptr) return std::nullopt;
  return Line{primitive.positions[named->from], primitive.positions[named->to]};
}

std::string feature_names(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  std::vector<std::string_view> names;
  const NamedParts parts = names_of(scene, primitive);
  for (const NamedFace& face : parts.faces) names.push_back(face.key);
  for (const OtherName& other : parts.other_names) names.push_back(other.name);
  for (const NamedPoint& point : parts.points) names.push_back(point.key);
  for (const NamedLine& line : parts.lines) names.push_back(line.key);
  return fmt::format("{}", fmt::join(names, ", "));
}

void add_faces(const InspectedScene& inspected, Inspection& inspection) {
  const EvaluatedScene& scene = inspected.scene;
  for (std::size_t i = 0; i < scene.primitives.size(); ++i) {
    if (!inspected.selected[i]) continue;
    for (const Face& face : faces_of(scene, scene.primitives[i])) {
      inspection.faces.push_back({std::string(inspected.names.ref(i)), face.key,
                                  numbers_of(face.normal), -dot(face.normal, face.point)});
    }
  }
}

}  // namespace rigy::tools

#include "inspect/faces.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "inspect/build.hpp"
#include "tables/features.hpp"

namespace rigy::tools {
namespace {

struct FaceOfShape {
  std::string_view key;
  std::size_t first_vertex;
};

// Keys are directions before the primitive's transform.
constexpr std::array<FaceOfShape, 6> box_faces{
    {{"+x", 0}, {"-x", 4}, {"+y", 8}, {"-y", 12}, {"+z", 16}, {"-z", 20}}};
constexpr std::array<FaceOfShape, 5> wedge_faces{
    {{"-z", 0}, {"-x", 4}, {"slope", 8}, {"-y", 12}, {"+y", 15}}};
// The mirror image stands with its right angle at +x.
constexpr std::array<FaceOfShape, 5> mirrored_wedge_faces{
    {{"-z", 0}, {"+x", 4}, {"slope", 8}, {"-y", 12}, {"+y", 15}}};
constexpr std::size_t wedge_top = 15;  // v3, v5, v4

bool has_names(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  return has(scene.mesh_of(primitive).asset->document.version, Feature::Wedges);
}

bool is_wedge(const ShownPrimitive& primitive) {
  return primitive.primitive->type == PrimitiveType::Wedge;
}

std::span<const FaceOfShape> faces_of_shape(const ShownPrimitive& primitive) {
  if (primitive.primitive->type == PrimitiveType::Box) return box_faces;
  if (!is_wedge(primitive)) return {};
  if (primitive.primitive->origin.is_mirrored()) return mirrored_wedge_faces;
  return wedge_faces;
}

}  // namespace

std::vector<Face> faces_of(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  std::vector<Face> faces;
  if (!has_names(scene, primitive) || primitive.positions.empty()) return faces;
  for (const auto& [key, first] : faces_of_shape(primitive)) {
    faces.push_back({key, primitive.normals[first], primitive.positions[first]});
  }
  return faces;
}

std::optional<Face> find_face(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                              std::string_view key) {
  if (key == "slope_face") key = "slope";
  for (const Face& face : faces_of(scene, primitive)) {
    if (face.key == key) return face;
  }
  return std::nullopt;
}

std::optional<Vec3> find_point(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                               std::string_view key) {
  if (key != "apex" || !has_names(scene, primitive) || !is_wedge(primitive)) return std::nullopt;
  const Vec3* const top = &primitive.positions[wedge_top];
  return (top[0] + top[1] + top[2]) / 3;
}

std::optional<Line> find_line(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                              std::string_view key) {
  if (key != "ridge" || !has_names(scene, primitive) || !is_wedge(primitive)) return std::nullopt;
  const Vec3* const top = &primitive.positions[wedge_top];
  return Line{top[0], top[1]};
}

std::string feature_names(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  std::vector<std::string_view> names;
  if (has_names(scene, primitive)) {
    for (const FaceOfShape& face : faces_of_shape(primitive)) names.push_back(face.key);
    if (is_wedge(primitive)) names.insert(names.end(), {"slope_face", "apex", "ridge"});
  }
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

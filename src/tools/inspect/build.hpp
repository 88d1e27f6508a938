// The parts of an inspection, each from the scene. inspect.cpp calls them in the order of the
// output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "inspect/names.hpp"
#include "rigy/inspect.hpp"

namespace rigy::tools {

// What is inspected.
struct InspectedScene {
  const AnalyzedAssembly& analyzed;
  const EvaluatedScene& scene;
  const PrimitiveNames& names;
  std::vector<bool> selected;  // of EvaluatedScene::primitives
};

void add_meshes(const InspectedScene& inspected, Inspection& inspection);
void add_primitives(const InspectedScene& inspected, Inspection& inspection);
void add_materials(const InspectedScene& inspected, Inspection& inspection);
void add_faces(const InspectedScene& inspected, Inspection& inspection);
// Returns false if there are too many weighted primitives to list.
[[nodiscard]] bool add_armatures(const InspectedScene& inspected, Inspection& inspection);
void add_unweighted(const InspectedScene& inspected, Inspection& inspection);
void add_skins(const InspectedScene& inspected, Inspection& inspection);
// Builds a scene for each pose.
void add_poses(const InspectedScene& inspected, unsigned threads, Inspection& inspection);
void add_anchors(const InspectedScene& inspected, Inspection& inspection);
void add_instances(const InspectedScene& inspected, Inspection& inspection);
void add_motions(const InspectedScene& inspected, Inspection& inspection);
[[nodiscard]] std::vector<InspectedPair> pairs_of(const InspectedScene& inspected);

// A text for readers, which the typed document does not keep; empty if there is none.
[[nodiscard]] std::string_view note_of(const Asset& asset, const ItemOrigin& item,
                                       std::string_view field);

[[nodiscard]] inline Vector3 numbers_of(const Vec3& vector) {
  return {vector.x, vector.y, vector.z};
}
// Nothing if there are no positions.
[[nodiscard]] std::optional<Aabb> box_of(std::span<const Vec3> positions);
[[nodiscard]] std::optional<Aabb> both(const std::optional<Aabb>& a, const std::optional<Aabb>& b);

}  // namespace rigy::tools

// The scene of a file, unless it is too large, and the numbers that its nodes have there.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "outputs_floor.hpp"
#include "scene/measure.hpp"
#include "scene/names.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

// Whether a file of that text and that binary data can be written; reports it if not.
[[nodiscard]] bool fits_output(std::uint64_t text, std::uint64_t binary, Diagnostics& diagnostics);

struct PlannedScene {
  Scene scene;
  NamedMaterials materials;
  SceneSize size;
  std::uint64_t anchors = 0;  // in all places; without nodes if there are too many
};

// The scene of checked documents, unless its canonical file would be too large.
[[nodiscard]] std::optional<PlannedScene> plan_scene(const AnalyzedAssembly& analyzed,
                                                     const SceneOptions& options,
                                                     Diagnostics& diagnostics);

// The tree of an armature's bones, computed once however often they are written.
struct BoneTree {
  std::vector<std::uint32_t> roots;
  std::vector<std::uint32_t> first_child;  // into children; one more than there are bones
  std::vector<std::uint32_t> children;
};

// The bone nodes of one bound mesh. They follow its node, in bone order; D7's common root, if there
// is one, comes before them.
struct BoneNumbers {
  const BoneTree* tree = nullptr;
  std::uint32_t first = 0;     // the node of bone 0
  std::uint32_t skeleton = 0;  // the node of their only root or of the common one

  // glTF wants one common root of a skin's joints.
  [[nodiscard]] bool has_common_root() const { return tree->roots.size() > 1; }
};

// The numbers of a scene's nodes in the file, where every bound mesh has its own bones. Armatures
// and anchors have no nodes there.
class NodeNumbers {
 public:
  explicit NodeNumbers(const Scene& scene);

  // Of one of Scene::nodes: a group, or a mesh with vertices.
  [[nodiscard]] std::uint32_t of(std::uint32_t node) const { return numbers_[node]; }
  // Of a bound mesh.
  [[nodiscard]] BoneNumbers bones_of(std::uint32_t mesh) const;
  // The numbers of everything right in a group, or, for no_index, at the root of the file.
  [[nodiscard]] std::vector<std::uint32_t> children_of(std::uint32_t group) const;

 private:
  const Scene& scene_;
  std::vector<std::uint32_t> numbers_;  // of a mesh without vertices, that of what follows
  std::unordered_map<const Armature*, BoneTree> trees_;
};

}  // namespace rigy::outputs

// The nodes, meshes and armatures of a model, from those of a scene.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "canonical/plan.hpp"
#include "export_model/geometry.hpp"
#include "export_model/model.hpp"
#include "export_model/names.hpp"

namespace rigy::outputs {

// What the rest of building a model has to know about an armature.
struct ArmatureSource {
  const Armature* armature = nullptr;
  std::string prefix;           // of the names of its bones
  bool is_transformed = false;  // a transform is baked into its bones
  const Asset* asset = nullptr;
  // The group that the asset is placed by: its number in the scene, and its name. None: the entry.
  std::uint32_t owner = no_index;
  std::string owner_name;
};

struct ModelDraft {
  ExportModel model;
  std::vector<ArmatureSource> sources;  // of each armature of the model
};

// Appends the node and tells its parent of it. Returns its number.
std::uint32_t add_node(ExportModel& model, ExportNode node);

// From the space of a node to that of the scene.
[[nodiscard]] Affine place_of(const ExportModel& model, std::uint32_t node);

// How many times as long lengths below a node are at most.
[[nodiscard]] double most_scaled(const ExportModel& model, std::uint32_t node);

// The parts of each level of detail, and what makes their numbers if that is not done yet.
struct CollectedLevels {
  std::vector<CollectedParts> levels;
  std::shared_ptr<const NumberSource> source;
};

// Takes the parts away. Names are as wished for, not
// unique yet. Stops early when there are more than max_output_nodes nodes and bones.
[[nodiscard]] ModelDraft draft_nodes(const PlannedScene& planned, CollectedLevels collected,
                                     const ExportOptions& options);

// Makes the names of materials, bones and nodes unique, those of bones first: they are what
// animations and other programs' rigs refer to. Returns those of bones and nodes.
[[nodiscard]] UniqueNames settle_names(ModelDraft& draft, ExportNames rules);

}  // namespace rigy::outputs

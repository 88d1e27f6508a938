// Scenes: the input is a scene over sound assets, one of them skinned, one composed of others.
#include <fmt/format.h>

#include "fuzz/compile_checks.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::string_view scene_name = "main.rigs.yaml";

constexpr std::string_view room = R"(version: "0.13"
materials: {wood: {base_color: [0.5, 0.3, 0.1, 1]}}
meshes:
  - {id: floor, material: wood, primitives: [{id: slab, type: box, dimensions: {x: 4, y: 0.1, z: 4}}]}
anchors:
  - {id: a, translation: [0, 0.05, 0]}
  - {id: b, translation: [1, 0.05, 0]}
  - {id: c, translation: [0, 1.05, 0]}
  - {id: d, translation: [2, 0.05, 0]}
  - {id: L_a, translation: [1, 0, 1]}
  - {id: L_b, translation: [1.5, 0.5, 1]}
  - {id: L_c, translation: [1, 1, 0.25]}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
)";

constexpr std::string_view contract = R"(contract_version: "0.1"
frame3_sets: {slots.middle: [a, b, c], side: [L_a, L_b, L_c], mounts.foot: [a, b, c]}
)";

constexpr std::string_view lamp = R"(version: "0.6"
materials: {wood: {base_color: [0.4, 0.3, 0.1, 1]}}
meshes:
  - {id: rod, primitives: [{id: p, type: box, material: wood, dimensions: {x: 0.1, y: 1, z: 0.1}}]}
armatures:
  - {id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
bindings: [{mesh_id: rod, armature_id: rig}]
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [0, 0, 1]}
  - {id: c, translation: [0, 1, 0]}
)";

constexpr std::string_view cart = R"(version: "0.6"
imports: {lamp: {source: lamp.rigy.yaml}}
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [2, 0, 0]}
  - {id: c, translation: [1, 1, 0]}
instances:
  - {id: left, import: lamp, attach3: {from: [a, b, c], to: [a, b, c], mode: affine}}
  - {id: right, import: lamp, attach3: {from: [a, b, c], to: [b, a, c], mode: rigid}}
)";

}  // namespace

std::string run_scene(std::string_view input) {
  FileSet set;
  set.entry = scene_name;
  set.files = {{"room.rigy.yaml", std::string(room)},
               {"room.ricy.yaml", std::string(contract)},
               {"lamp.rigy.yaml", std::string(lamp)},
               {"cart.rigy.yaml", std::string(cart)},
               {std::string(scene_name), std::string(input)}};
  // Half of the inputs write their vertices in world space.
  set.options.bake_transforms = input.size() % 2 == 1;
  if (std::string problem = check_compilation(set).problem; !problem.empty()) return problem;
  const CompileResult result = compile_set(set, 1);
  for (const Diagnostic& diagnostic : result.report.diagnostics) {
    // Baked vertices may be moved out of binary32 (X13); that is found in the asset.
    const bool in_asset = diagnostic.severity == Severity::Error && diagnostic.id != "X13" &&
                          diagnostic.place.file.ends_with(".rigy.yaml");
    if (in_asset) return fmt::format("a scene gives {} in a sound asset", diagnostic.id);
  }
  return {};
}

}  // namespace rigy::fuzz

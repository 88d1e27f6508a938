// Every field of the language table is changed once, and the comparison notices it; docs/diff.md
// lists the fields that make no difference by themselves.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "rigy/diff.hpp"
#include "support.hpp"
#include "tables/schema.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

constexpr std::string_view head =
    "version: \"0.13\"\n"
    "materials: {red: {base_color: [1, 0, 0, 1]}, blue: {base_color: [0, 0, 1, 1]}}\n";

// --- documents that have all fields -------------------------------------------------------------

constexpr std::string_view shapes = R"(meshes:
- id: body
  name: torso
  material: red
  uv_sets: {uv0: {generator: planar_xy@1}, uv1: {generator: planar_xy@1}}
  uv_roles: {albedo: {set: uv0}}
  primitives:
  - {id: a, type: box, name: block, dimensions: {x: 1, y: 2, z: 3}, surface: oak, tags: [floor]}
  - {id: b, type: sphere, material: red, dimensions: {radius: 4}}
  - {id: c, type: cylinder, dimensions: {radius: 5, height: 6}}
  - {id: d, type: capsule, dimensions: {radius: 7, height: 8}}
  - {id: e, type: wedge, dimensions: {x: 9, y: 10, z: 11}}
  - {id: f, type: box, aabb: {min: [0, 0, 0], max: [1, 1, 1]}}
  - {id: g, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 1, 0], rotation_euler: [0, 0.5, 0]}}
  - {id: h, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {rotation_degrees: [0, 30, 0]}}
  - {id: i, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {rotation_axis_angle: {axis: [0, 1, 0], degrees: 40}}}
  - {id: j, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {rotation_quat: [0, 0.6, 0, 0.8]}}
- id: other
  uv_sets: {uv0: {generator: planar_xy@1}}
  primitives: [{id: a, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]
geometry_checks: {alignment: [{check: above, a: body.a, b: other.a}]}
)";

constexpr std::string_view blob = R"(meshes:
- id: body
  primitives:
  - id: rock
    type: implicit_surface
    name: boulder
    material: red
    surface: stone
    tags: [hard]
    transform: {translation: [0, 1, 0]}
    extraction: {algorithm: marching_cubes@1}
    iso: 0.5
    domain: {aabb: {min: [-2, -2, -2], max: [2, 2, 2]}, grid: {nx: 10, ny: 11, nz: 12}}
    ops:
    - {op: add, field: metaball_sphere@1, radius: 1, strength: 1.5, transform: {translation: [0, 0.1, 0], rotation_euler: [0, 0.5, 0], scale: [1, 1, 1]}}
    - {op: add, field: metaball_capsule@1, radius: 0.9, strength: 1.25, height: 0.7, transform: {rotation_degrees: [20, 0, 0]}}
    - {op: add, field: metaball_capsule@1, radius: 0.8, strength: 1, height: 0.6, transform: {rotation_axis_angle: {axis: [1, 0, 0], degrees: 40}}}
    - {op: add, field: metaball_capsule@1, radius: 0.7, strength: 1, height: 0.5, transform: {rotation_quat: [0.6, 0, 0, 0.8]}}
)";

constexpr std::string_view macros = R"(params: {width: 3}
meshes:
- id: body
  material: red
  primitives:
  - {macro: box_decompose, id: wall, mesh: body, axis: x, span: [0, 4], base_y: 0.5, height: 2.5, thickness: 0.1, offset: 1, material: red, surface: brick, tags: [wall], cutouts: [{id: door, span: [1, 2], bottom: 0.25, top: 2}]}
  - {macro: box_decompose, id: back, axis: x, span: [0, 4], height: 2.5, thickness: 0.1, offset_mode: neg_face}
  - {macro: triangle_prism_on_plane, id: gable, plane: {origin: [2, 2.4, 0], normal: [0, 0, 1]}, leg_p: [2, 0, 0], leg_q: [0, 1, 0], length: 0.2, material: red, surface: slate, tags: [roof]}
  - repeat: {count: 2, as: i, body: {id: "post${i}", type: box, dimensions: {x: $width, y: 1, z: 1}}}
)";

constexpr std::string_view rig = R"(skinning_solver: lbs
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
meshes:
- id: arm
  primitives:
  - {id: upper, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}
  - {id: lower, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}
  - {id: L_hand, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [1, 0, 0]}}
- id: leg
  primitives: [{id: upper, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]
- id: foot
  primitives: [{id: upper, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]
armatures:
- id: rig
  name: skeleton
  bones:
  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0], roll: 0.1}
  - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
- id: second
  bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}, {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}]
bindings:
- mesh_id: arm
  armature_id: rig
  weights:
  - {primitive_id: upper, bones: [{bone_id: root, weight: 1}]}
  - {primitive_id: L_hand, bones: [{bone_id: tip, weight: 1}]}
  weight_maps:
  - primitive_id: lower
    gradients: [{axis: y, range: [-0.5, 0.5], from: [{bone_id: root, weight: 1}], to: [{bone_id: tip, weight: 1}]}]
    overrides: [{vertices: [3], bones: [{bone_id: root, weight: 0.5}, {bone_id: tip, weight: 0.5}]}]
  - {primitive_id: upper, source: upper.json}
- {mesh_id: leg, armature_id: rig, weights: [{primitive_id: upper, bones: [{bone_id: root, weight: 1}]}]}
poses:
- id: lift
  bones: {root: {rotation: [1, 0, 0, 0]}, tip: {translation: [0, 3, 0]}}
)";

constexpr std::string_view weight_file = R"({"primitive_id": "upper", "vertex_count": 24,
 "influences": [{"vertex": 5, "bones": [{"bone_id": "root", "weight": 0.25}, {"bone_id": "tip", "weight": 0.75}]}]})";

constexpr std::string_view placed = R"(anchors:
- {id: a, translation: [0, 0, 0], scope: floor}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
meshes: [{id: body, primitives: [{id: p, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]}, {id: spare, primitives: [{id: p, type: sphere, material: red, dimensions: {radius: 1}}]}]
imports: {wheel: {source: wheel.rigy.yaml, contract: wheel.ricy.yaml}, nut: {source: wheel.rigy.yaml}}
instances:
- {id: front, import: wheel, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
- {id: back, mesh_id: body}
)";

constexpr std::string_view wheel = R"(anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
- {id: d, translation: [0, 0, 1]}
meshes: [{id: tyre, primitives: [{id: rubber, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]}]
)";

constexpr std::string_view contract = R"(contract_version: "0.1"
required_anchors: [a, b]
required_frame3_sets: [hub]
frame3_sets: {hub: [a, b, c], rim: [b, c, d]}
)";

constexpr std::string_view scene = R"(rigs_version: "0.1"
imports: {room: {source: wheel.rigy.yaml, contract: wheel.ricy.yaml}, chair: {source: wheel.rigy.yaml, contract: wheel.ricy.yaml}, stool: wheel.rigy.yaml}
scene:
  base: room
  children:
  - id: one
    base: chair
    place: {slot: {anchors: [a, b, c]}, mount: {anchors: [b, a, c]}, rotate: 90deg, nudge: {north: 20cm, east: 10cm, up: 5cm}}
    children:
    - {id: two, base: chair, place: {slot: {name: hub}, mount: {name: rim}}}
)";

std::string entry_of(std::string_view document) {
  return document == scene ? "doc.rigs.yaml" : test::entry_name;
}

Files files_of(std::string_view document) {
  Files files{
      {"wheel.rigy.yaml", std::string(head).append(wheel)},
      {"disc.rigy.yaml", std::string(head).append(placed.substr(0, placed.find("imports:")))},
      {"wheel.ricy.yaml", std::string(contract)},
      {"upper.json", std::string(weight_file)}};
  std::string entry(document == scene ? "" : head);
  files[entry_of(document)] = entry.append(document);
  return files;
}

// --- the changes --------------------------------------------------------------------------------

struct FieldChange {
  std::string_view field;  // "bone.head"
  std::string_view document;
  std::string_view from;
  std::string_view to;

  // How gtest shows it.
  friend void PrintTo(const FieldChange& change, std::ostream* out) { *out << change.field; }
};

// clang-format off
constexpr FieldChange changes[] = {
    {"document.version", shapes, "\"0.13\"", "\"0.12\""},
    {"document.materials", shapes, "blue: {base_color: [0, 0, 1, 1]}", "green: {base_color: [0, 1, 0, 1]}"},
    {"document.meshes", shapes, "- id: other", "- id: another"},
    {"document.armatures", rig, "- id: second", "- id: third"},
    {"document.bindings", rig, "poses:", "- {mesh_id: foot, armature_id: rig, weights: [{primitive_id: upper, bones: [{bone_id: root, weight: 1}]}]}\nposes:"},
    {"document.symmetry", rig, "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n", ""},
    {"document.skinning_solver", rig, "skinning_solver: lbs", "skinning_solver: dqs"},
    {"document.poses", rig, "- id: lift", "- id: rise"},
    {"document.anchors", placed, "- {id: a, translation: [0, 0, 0], scope: floor}\n- {id: b, translation: [1, 0, 0]}\n", "- {id: b, translation: [1, 0, 0]}\n- {id: a, translation: [0, 0, 0], scope: floor}\n"},
    {"document.imports", placed, ", nut: {source: wheel.rigy.yaml}", ""},
    {"document.instances", placed, "- {id: back, mesh_id: body}", ""},
    {"document.geometry_checks", shapes, "check: above", "check: touching"},
    {"material.base_color", shapes, "[0, 0, 1, 1]", "[0, 0.5, 1, 1]"},
    {"material.uses_uv_roles", shapes, "red: {base_color: [1, 0, 0, 1]}, blue: {", "red: {base_color: [1, 0, 0, 1]}, blue: {uses_uv_roles: [albedo], "},
    {"mesh.id", shapes, "id: other", "id: another"},
    {"mesh.name", shapes, "name: torso", "name: trunk"},
    {"mesh.primitives", shapes, "[{id: a, type", "[{id: z, type: sphere, material: red, dimensions: {radius: 1}}, {id: a, type"},
    {"mesh.material", shapes, "material: red\n  uv_sets", "material: blue\n  uv_sets"},
    {"mesh.uv_sets", shapes, ", uv1: {generator: planar_xy@1}", ""},
    {"mesh.uv_roles", shapes, "  uv_roles: {albedo: {set: uv0}}\n", ""},
    {"UV set.generator", shapes, "- id: other\n  uv_sets: {uv0: {generator: planar_xy@1}}", "- id: other\n  uv_sets: {uv0: {generator: box_project@1}}"},
    {"UV role.set", shapes, "{set: uv0}", "{set: uv1}"},
    {"primitive.id", shapes, "id: b,", "id: ball,"},
    {"primitive.type", shapes, "type: sphere, material: red, dimensions: {radius: 4}", "type: box, material: red, dimensions: {x: 8, y: 8, z: 8}"},
    {"primitive.dimensions", shapes, "{x: 1, y: 2, z: 3}", "{x: 2, y: 3, z: 4}"},
    {"primitive.name", shapes, "name: block, ", "name: brick, "},
    {"primitive.transform", shapes, ", transform: {rotation_degrees: [0, 30, 0]}", ""},
    {"primitive.material", shapes, "material: red, dimensions: {radius: 4}", "material: blue, dimensions: {radius: 4}"},
    {"primitive.surface", shapes, "surface: oak", "surface: pine"},
    {"primitive.tags", shapes, "[floor]", "[floor, walkable]"},
    {"primitive.aabb", shapes, "max: [1, 1, 1]", "max: [1, 2, 1]"},
    {"box dimensions.x", shapes, "x: 1, y: 2", "x: 1.5, y: 2"},
    {"box dimensions.y", shapes, "y: 2,", "y: 2.5,"},
    {"box dimensions.z", shapes, "z: 3}", "z: 3.5}"},
    {"sphere dimensions.radius", shapes, "radius: 4", "radius: 4.5"},
    {"cylinder dimensions.radius", shapes, "radius: 5", "radius: 5.5"},
    {"cylinder dimensions.height", shapes, "height: 6", "height: 6.5"},
    {"capsule dimensions.radius", shapes, "radius: 7", "radius: 7.5"},
    {"capsule dimensions.height", shapes, "height: 8", "height: 8.5"},
    {"wedge dimensions.x", shapes, "x: 9", "x: 9.5"},
    {"wedge dimensions.y", shapes, "y: 10", "y: 10.5"},
    {"wedge dimensions.z", shapes, "z: 11", "z: 11.5"},
    {"transform.translation", shapes, "[0, 1, 0], rotation_euler", "[0, 2, 0], rotation_euler"},
    {"transform.rotation_euler", shapes, "rotation_euler: [0, 0.5, 0]", "rotation_euler: [0, 0.6, 0]"},
    {"transform.rotation_degrees", shapes, "rotation_degrees: [0, 30, 0]", "rotation_degrees: [0, 31, 0]"},
    {"transform.rotation_axis_angle", shapes, "{axis: [0, 1, 0], degrees: 40}", "{axis: [1, 1, 0], degrees: 41}"},
    {"transform.rotation_quat", shapes, "[0, 0.6, 0, 0.8]", "[0, 0.8, 0, 0.6]"},
    {"rotation_axis_angle.axis", shapes, "axis: [0, 1, 0]", "axis: [1, 1, 0]"},
    {"rotation_axis_angle.degrees", shapes, "degrees: 40}", "degrees: 41}"},
    {"implicit surface.id", blob, "id: rock", "id: stone"},
    {"implicit surface.domain", blob, "min: [-2, -2, -2], max: [2, 2, 2]", "min: [-3, -3, -3], max: [3, 3, 3]"},
    {"implicit surface.iso", blob, "iso: 0.5", "iso: 0.6"},
    {"implicit surface.ops", blob, "    - {op: add, field: metaball_capsule@1, radius: 0.7, strength: 1, height: 0.5, transform: {rotation_quat: [0.6, 0, 0, 0.8]}}\n", ""},
    {"implicit surface.name", blob, "name: boulder", "name: pebble"},
    {"implicit surface.material", blob, "material: red", "material: blue"},
    {"implicit surface.surface", blob, "surface: stone", "surface: moss"},
    {"implicit surface.tags", blob, "[hard]", "[soft]"},
    {"implicit surface.transform", blob, "    transform: {translation: [0, 1, 0]}\n", ""},
    {"implicit surface.type", blob, "  - id: rock", "  - {id: more, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}\n  - id: rock"},
    {"domain.aabb", blob, "max: [2, 2, 2]", "max: [3, 3, 3]"},
    {"domain.grid", blob, "nx: 10, ny: 11", "nx: 12, ny: 12"},
    {"aabb.min", blob, "min: [-2, -2, -2]", "min: [-3, -2, -2]"},
    {"aabb.max", blob, "max: [2, 2, 2]", "max: [2, 3, 2]"},
    {"grid.nx", blob, "nx: 10", "nx: 11"},
    {"grid.ny", blob, "ny: 11", "ny: 12"},
    {"grid.nz", blob, "nz: 12", "nz: 13"},
    {"op.op", blob, "op: add, field: metaball_capsule@1, radius: 0.7", "op: subtract, field: metaball_capsule@1, radius: 0.7"},
    {"op.field", blob, "metaball_sphere@1", "sdf_sphere@1"},
    {"op.radius", blob, "radius: 1,", "radius: 1.1,"},
    {"op.strength", blob, "strength: 1.5", "strength: 1.6"},
    {"op.transform", blob, ", transform: {rotation_degrees: [20, 0, 0]}", ""},
    {"capsule op.op", blob, "op: add, field: metaball_capsule@1, radius: 0.9", "op: subtract, field: metaball_capsule@1, radius: 0.9"},
    {"capsule op.field", blob, "metaball_capsule@1, radius: 0.9", "sdf_capsule@1, radius: 0.9"},
    {"capsule op.radius", blob, "radius: 0.9", "radius: 0.95"},
    {"capsule op.strength", blob, "strength: 1.25", "strength: 1.3"},
    {"capsule op.height", blob, "height: 0.7", "height: 0.75"},
    {"capsule op.transform", blob, ", transform: {rotation_degrees: [20, 0, 0]}", ", transform: {translation: [0, 0.1, 0]}"},
    {"op transform.translation", blob, "[0, 0.1, 0], rotation", "[0, 0.2, 0], rotation"},
    {"op transform.rotation_euler", blob, "rotation_euler: [0, 0.5, 0]", "rotation_euler: [0.5, 0, 0]"},
    {"op transform.rotation_degrees", blob, "[20, 0, 0]", "[30, 0, 0]"},
    {"op transform.rotation_axis_angle", blob, "{axis: [1, 0, 0], degrees: 40}", "{axis: [0, 0, 1], degrees: 41}"},
    {"op transform.rotation_quat", blob, "[0.6, 0, 0, 0.8]", "[0.8, 0, 0, 0.6]"},
    {"op transform.scale", blob, "scale: [1, 1, 1]", "scale: [2, 2, 2]"},
    {"repeat.count", macros, "count: 2", "count: 3"},
    {"repeat.body", macros, "y: 1, z: 1}", "y: 2, z: 1}"},
    {"macro: box_decompose.id", macros, "id: wall", "id: front"},
    {"macro: box_decompose.axis", macros, "mesh: body, axis: x", "mesh: body, axis: z"},
    {"macro: box_decompose.span", macros, "axis: x, span: [0, 4], base_y", "axis: x, span: [0, 5], base_y"},
    {"macro: box_decompose.base_y", macros, "base_y: 0.5", "base_y: 0.6"},
    {"macro: box_decompose.height", macros, "height: 2.5, thickness: 0.1, offset: 1", "height: 2.6, thickness: 0.1, offset: 1"},
    {"macro: box_decompose.thickness", macros, "thickness: 0.1, offset: 1", "thickness: 0.2, offset: 1"},
    {"macro: box_decompose.offset", macros, "offset: 1,", "offset: 2,"},
    {"macro: box_decompose.offset_mode", macros, "neg_face", "pos_face"},
    {"macro: box_decompose.cutouts", macros, ", cutouts: [{id: door, span: [1, 2], bottom: 0.25, top: 2}]", ""},
    {"macro: box_decompose.material", macros, "material: red, surface: brick", "material: blue, surface: brick"},
    {"macro: box_decompose.surface", macros, "surface: brick", "surface: stone"},
    {"macro: box_decompose.tags", macros, "[wall]", "[wall, outer]"},
    {"cutout.id", macros, "id: door", "id: gate"},
    {"cutout.span", macros, "span: [1, 2]", "span: [1, 3]"},
    {"cutout.bottom", macros, "bottom: 0.25", "bottom: 0.5"},
    {"cutout.top", macros, "top: 2}", "top: 2.25}"},
    {"macro: triangle_prism_on_plane.id", macros, "id: gable", "id: roof"},
    {"macro: triangle_prism_on_plane.plane", macros, "origin: [2, 2.4, 0], normal: [0, 0, 1]", "origin: [2, 2, 0], normal: [0, 0, -1]"},
    {"macro: triangle_prism_on_plane.leg_p", macros, "leg_p: [2, 0, 0]", "leg_p: [3, 0, 0]"},
    {"macro: triangle_prism_on_plane.leg_q", macros, "leg_q: [0, 1, 0]", "leg_q: [0, 2, 0]"},
    {"macro: triangle_prism_on_plane.length", macros, "length: 0.2", "length: 0.3"},
    {"macro: triangle_prism_on_plane.material", macros, "material: red, surface: slate", "material: blue, surface: slate"},
    {"macro: triangle_prism_on_plane.surface", macros, "surface: slate", "surface: tile"},
    {"macro: triangle_prism_on_plane.tags", macros, "[roof]", "[roof, steep]"},
    {"plane.origin", macros, "origin: [2, 2.4, 0]", "origin: [2, 2.5, 0]"},
    {"plane.normal", macros, "normal: [0, 0, 1]", "normal: [0, 0, -1]"},
    {"armature.id", rig, "id: second", "id: third"},
    {"armature.name", rig, "name: skeleton", "name: bones"},
    {"armature.bones", rig, "  bones: [{id: root,", "  bones: [{id: base, parent: none, head: [1, 0, 0], tail: [0, 1, 0]}, {id: root,"},
    {"bone.id", rig, "bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}, {id: tip", "bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}, {id: end"},
    {"bone.parent", rig, "{id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}]", "{id: tip, parent: none, head: [0, 1, 0], tail: [0, 2, 0]}]"},
    {"bone.head", rig, "head: [0, 0, 0], tail: [0, 1, 0], roll", "head: [0, 0.1, 0], tail: [0, 1, 0], roll"},
    {"bone.tail", rig, "tail: [0, 2, 0]}\n", "tail: [0, 3, 0]}\n"},
    {"bone.roll", rig, "roll: 0.1", "roll: 0.2"},
    {"binding.mesh_id", rig, "mesh_id: leg", "mesh_id: foot"},
    {"binding.armature_id", rig, "armature_id: rig", "armature_id: second"},
    {"binding.weights", rig, "  - {primitive_id: L_hand, bones: [{bone_id: tip, weight: 1}]}\n", ""},
    {"binding.weight_maps", rig, "  - {primitive_id: upper, source: upper.json}\n", ""},
    {"binding.skinning_solver", rig, "armature_id: rig\n", "armature_id: rig\n  skinning_solver: dqs\n"},
    {"weights entry.primitive_id", rig, "primitive_id: L_hand", "primitive_id: lower"},
    {"weights entry.bones", rig, "L_hand, bones: [{bone_id: tip, weight: 1}]", "L_hand, bones: [{bone_id: root, weight: 0.5}, {bone_id: tip, weight: 0.5}]"},
    {"influence.bone_id", rig, "to: [{bone_id: tip", "to: [{bone_id: root"},
    {"influence.weight", rig, "bones: [{bone_id: root, weight: 0.5}, {bone_id: tip, weight: 0.5}]", "bones: [{bone_id: root, weight: 0.25}, {bone_id: tip, weight: 0.75}]"},
    {"weight map.primitive_id", rig, "  - primitive_id: lower", "  - primitive_id: L_hand"},
    {"weight map.gradients", rig, "    gradients: [{axis: y, range: [-0.5, 0.5], from: [{bone_id: root, weight: 1}], to: [{bone_id: tip, weight: 1}]}]\n", ""},
    {"weight map.overrides", rig, "    overrides: [{vertices: [3], bones: [{bone_id: root, weight: 0.5}, {bone_id: tip, weight: 0.5}]}]\n", ""},
    {"weight map.source", rig, "  - {primitive_id: upper, source: upper.json}\n", "  - {primitive_id: upper, overrides: [{vertices: [5], bones: [{bone_id: root, weight: 1}]}]}\n"},
    {"gradient.axis", rig, "axis: y", "axis: x"},
    {"gradient.range", rig, "range: [-0.5, 0.5]", "range: [-0.5, 1.5]"},
    {"gradient.from", rig, "from: [{bone_id: root", "from: [{bone_id: tip"},
    {"gradient.to", rig, "to: [{bone_id: tip, weight: 1}]", "to: [{bone_id: root, weight: 0.5}, {bone_id: tip, weight: 0.5}]"},
    {"override.vertices", rig, "vertices: [3]", "vertices: [4]"},
    {"override.bones", rig, "[3], bones: [{bone_id: root, weight: 0.5}, {bone_id: tip, weight: 0.5}]", "[3], bones: [{bone_id: tip, weight: 1}]"},
    {"weight file.influences", weight_file, "\"weight\": 0.25}, {\"bone_id\": \"tip\", \"weight\": 0.75}", "\"weight\": 0.75}, {\"bone_id\": \"tip\", \"weight\": 0.25}"},
    {"weight file entry.vertex", weight_file, "\"vertex\": 5", "\"vertex\": 6"},
    {"weight file entry.bones", weight_file, "{\"bone_id\": \"root\", \"weight\": 0.25}, {\"bone_id\": \"tip\", \"weight\": 0.75}", "{\"bone_id\": \"tip\", \"weight\": 1}"},
    {"symmetry.mirror_x", rig, "{mirror_x: {prefix_from: L_, prefix_to: R_}}", "{}"},
    {"mirror_x.prefix_from", rig, "prefix_from: L_", "prefix_from: l_"},
    {"mirror_x.prefix_to", rig, "prefix_to: R_", "prefix_to: right_"},
    {"pose.id", rig, "id: lift", "id: rise"},
    {"pose.bones", rig, "{root: {rotation: [1, 0, 0, 0]}, tip", "{tip"},
    {"pose entry.rotation", rig, "[1, 0, 0, 0]", "[0.8, 0.6, 0, 0]"},
    {"pose entry.translation", rig, "[0, 3, 0]", "[0, 4, 0]"},
    {"anchor.id", placed, "meshes: [{id: body", "- {id: e, translation: [1, 1, 1]}\nmeshes: [{id: body"},
    {"anchor.translation", placed, "[1, 0, 0]", "[2, 0, 0]"},
    {"anchor.scope", placed, "scope: floor", "scope: wall"},
    {"import.source", placed, "nut: {source: wheel.rigy.yaml}", "nut: {source: disc.rigy.yaml}"},
    {"import.contract", placed, ", contract: wheel.ricy.yaml", ""},
    {"instance.id", placed, "id: back", "id: rear"},
    {"instance.import", placed, "import: wheel,", "import: nut,"},
    {"instance.mesh_id", placed, "mesh_id: body", "mesh_id: spare"},
    {"instance.attach3", placed, "mesh_id: body}", "mesh_id: body, attach3: {from: [a, b, c], to: [a, c, b], mode: rigid}}"},
    {"attach3.from", placed, "from: [a, b, c]", "from: [b, a, c]"},
    {"attach3.to", placed, "to: [a, b, c]", "to: [b, a, c]"},
    {"attach3.mode", placed, "mode: rigid", "mode: uniform"},
    {"contract.required_anchors", contract, "required_anchors: [a, b]", "required_anchors: [a]"},
    {"contract.required_frame3_sets", contract, "required_frame3_sets: [hub]", "required_frame3_sets: [hub, rim]"},
    {"contract.frame3_sets", contract, "rim: [b, c, d]", "rim: [d, c, b]"},
    {"scene document.imports", scene, ", stool: wheel.rigy.yaml", ""},
    {"scene document.scene", scene, "\n    children:\n    - {id: two, base: chair, place: {slot: {name: hub}, mount: {name: rim}}}", ""},
    {"scene.base", scene, "base: room", "base: stool"},
    {"scene.children", scene, "  - id: one", "  - {id: three, base: stool, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}}\n  - id: one"},
    {"child.id", scene, "id: two", "id: second"},
    {"child.base", scene, "id: one\n    base: chair", "id: one\n    base: room"},
    {"child.place", scene, "mount: {name: rim}}", "mount: {name: rim}, rotate: 180deg}"},
    {"child.children", scene, "\n    children:\n    - {id: two, base: chair, place: {slot: {name: hub}, mount: {name: rim}}}", ""},
    {"place.slot", scene, "slot: {name: hub}", "slot: {anchors: [d, b, c]}"},
    {"place.mount", scene, "mount: {name: rim}", "mount: {anchors: [a, b, d]}"},
    {"place.rotate", scene, "90deg", "180deg"},
    {"place.nudge", scene, ", nudge: {north: 20cm, east: 10cm, up: 5cm}", ""},
    {"slot.anchors", scene, "slot: {anchors: [a, b, c]}", "slot: {anchors: [d, b, c]}"},
    {"slot.name", scene, "slot: {name: hub}", "slot: {name: rim}"},
    {"mount.anchors", scene, "mount: {anchors: [b, a, c]}", "mount: {anchors: [d, a, c]}"},
    {"mount.name", scene, "mount: {name: rim}", "mount: {name: hub}"},
    {"nudge.north", scene, "20cm", "21cm"},
    {"nudge.east", scene, "10cm", "11cm"},
    {"nudge.up", scene, "up: 5cm", "up: 6cm"},
};
// clang-format on

void change_text(std::string& text, const FieldChange& change) {
  const std::size_t at = text.find(change.from);
  if (at != std::string::npos) text.replace(at, change.from.size(), change.to);
}

Analysis analyzed(const std::string& entry, const Files& documents) {
  MemoryFiles files(documents);
  AnalyzeOptions options;
  options.suppressed_warnings = {"all"};
  return analyze(entry, files, options);
}

// The document that shows a change of this text: a file of its own is imported by one.
std::string_view entry_for(std::string_view document) {
  if (document == weight_file) return rig;
  return document == contract ? placed : document;
}

class DiffField : public testing::TestWithParam<FieldChange> {};

TEST_P(DiffField, IsNoticed) {
  const FieldChange& change = GetParam();
  const std::string_view document = entry_for(change.document);
  const Files before = files_of(document);
  Files after = before;
  for (auto& [name, text] : after) {
    const bool is_it =
        document == change.document ? name == entry_of(document) : text == change.document;
    if (is_it) change_text(text, change);
  }
  ASSERT_NE(before, after) << change.from;
  const Analysis earlier = analyzed(entry_of(document), before);
  const Analysis later = analyzed(entry_of(document), after);
  EXPECT_EQ(test::messages(earlier.report), "");
  EXPECT_EQ(test::messages(later.report), "");
  const Diff same = diff(&earlier, &earlier);
  EXPECT_TRUE(same.same());
  const Diff there = diff(&earlier, &later);
  ASSERT_TRUE(there.comparable());
  EXPECT_FALSE(there.same());
  EXPECT_FALSE(there.objects.empty()) << diff_text(there, false);
}

INSTANTIATE_TEST_SUITE_P(All, DiffField, testing::ValuesIn(changes), [](const auto& info) {
  std::string name(info.param.field);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

// The first column of the table under "What makes no difference".
std::set<std::string> fields_on_the_page() {
  std::ifstream page(RIGY_SOURCE_DIR "/docs/diff.md");
  std::set<std::string> fields;
  bool is_in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("#")) is_in_table = line == "## What makes no difference";
    if (!is_in_table || !line.starts_with("| `")) continue;
    const std::string column = line.substr(0, line.find('|', 1));
    for (std::size_t at = column.find('`'); at != std::string::npos; at = column.find('`', at)) {
      const std::size_t end = column.find('`', at + 1);
      fields.insert(column.substr(at + 1, end - at - 1));
      at = end + 1;
    }
  }
  return fields;
}

TEST(DiffFields, EveryFieldIsChangedOrListedOnThePage) {
  const std::set<std::string> exempt = fields_on_the_page();
  std::set<std::string> noticed;
  for (const FieldChange& change : changes) noticed.emplace(change.field);
  std::set<std::string> known;
  for (const ObjectRow& object : objects()) {
    // Motions, which come last, are compared by what they do: motion_test.cpp.
    if (object.object == &motion_document_object) break;
    for (const Field& field : object.object->fields) {
      if (field.refused) continue;
      const std::string name = std::string(object.object->name) + "." + std::string(field.name);
      known.insert(name);
      EXPECT_NE(noticed.contains(name), exempt.contains(name)) << name;
    }
  }
  for (const std::string& name : exempt) EXPECT_TRUE(known.contains(name)) << name;
  for (const std::string& name : noticed) EXPECT_TRUE(known.contains(name)) << name;
}

}  // namespace
}  // namespace rigy

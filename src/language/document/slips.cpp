#include "document/slips.hpp"

#include <algorithm>
#include <array>

#include "tables/version.hpp"

namespace rigy::language {
namespace {

constexpr std::string_view wedge_axes =
    "a wedge has x, y and z: a right triangle in x and z, extruded along y";
constexpr std::string_view placed_by_anchors =
    "an instance is placed by anchors: write attach3: {from: [a, b, c], to: [d, e, f], mode: "
    "rigid}, where a, b, c are anchors of the import and d, e, f of this file";

// Help for the slips that edit distance does not catch.
constexpr auto known_slips = std::to_array<Slip>({
    {&document_object, "rigy_version", "version", {}},
    {&primitive_object, "size", "dimensions", {}},
    {&primitive_object, "shape", "type", {}},
    {&primitive_object, "translation", {}, "it belongs under 'transform'"},
    {&primitive_object, "rotation_euler", {}, "it belongs under 'transform'"},
    {&primitive_object, "position", {}, "write transform: {translation: [x, y, z]}"},
    {&primitive_object, "location", {}, "write transform: {translation: [x, y, z]}"},
    {&primitive_object,
     "rotation",
     {},
     "write transform: {rotation_euler: [x, y, z]} in radians, or rotation_degrees from 0.7 on"},
    {&primitive_object, "radius", {}, "it belongs under 'dimensions'"},
    {&primitive_object, "height", {}, "it belongs under 'dimensions'"},
    {&primitive_object, "scale", {}, "give the final size under 'dimensions'"},
    {&primitive_object, "colour", {}, "define it under 'materials' and name it with 'material'"},
    {&primitive_object, "color", {}, "define it under 'materials' and name it with 'material'"},
    {&primitive_object,
     "base_color",
     {},
     "define it under 'materials' and name it with 'material'"},
    {&sphere_dimensions, "width", "radius", "a sphere has only a 'radius', half of its width"},
    {&sphere_dimensions, "height", "radius", "a sphere has only a 'radius', half of its height"},
    {&sphere_dimensions, "depth", "radius", "a sphere has only a 'radius', half of its depth"},
    {&sphere_dimensions, "diameter", "radius", "a sphere has a 'radius', half of its diameter"},
    {&cylinder_dimensions, "width", "radius", "a cylinder has a 'radius', half of its width"},
    {&cylinder_dimensions, "diameter", "radius", "a cylinder has a 'radius', half of its diameter"},
    {&cylinder_dimensions, "length", "height", {}},
    {&capsule_dimensions, "width", "radius", "a capsule has a 'radius', half of its width"},
    {&capsule_dimensions, "diameter", "radius", "a capsule has a 'radius', half of its diameter"},
    {&capsule_dimensions, "length", "height", {}},
    {&wedge_dimensions, "width", "x", wedge_axes},
    {&wedge_dimensions, "height", "y", wedge_axes},
    {&wedge_dimensions, "depth", "z", wedge_axes},
    {&transform_object, "position", "translation", {}},
    {&transform_object, "location", "translation", {}},
    {&transform_object, "rotation", "rotation_euler",
     "write rotation_euler: [x, y, z] in radians, or rotation_degrees from 0.7 on"},
    {&transform_object, "rotation_quaternion", "rotation_quat", {}},
    {&transform_object, "quaternion", {}, "write rotation_quat: [x, y, z, w]"},
    {&transform_object, "rotation_deg", "rotation_degrees", {}},
    {&axis_angle_object, "angle", "degrees", "write the angle as degrees: 90"},
    {&axis_angle_object, "radians", {}, "write the angle as degrees: 90"},
    {&uv_set_object, "type", "generator", {}},
    {&uv_role_object, "uv", "set", {}},
    {&uv_role_object, "uv_set", "set", {}},
    {&sphere_op_object, "position", {}, "write transform: {translation: [x, y, z]}"},
    {&sphere_op_object, "translation", {}, "it belongs under 'transform'"},
    {&sphere_op_object, "center", {}, "write transform: {translation: [x, y, z]}"},
    {&sphere_op_object, "type", "field", {}},
    {&capsule_op_object, "position", {}, "write transform: {translation: [x, y, z]}"},
    {&capsule_op_object, "translation", {}, "it belongs under 'transform'"},
    {&capsule_op_object, "center", {}, "write transform: {translation: [x, y, z]}"},
    {&capsule_op_object, "type", "field", {}},
    {&grid_object, "x", "nx", {}},
    {&grid_object, "y", "ny", {}},
    {&grid_object, "z", "nz", {}},
    {&transform_object, "scale", {}, "give the final size under the primitive's 'dimensions'"},
    {&anchor_object, "position", "translation", {}},
    {&import_object, "path", "source", {}},
    {&import_object, "file", "source", {}},
    {&mesh_object,
     "color",
     {},
     "define it under 'materials' and name it with each primitive's 'material'"},
    {&mesh_object,
     "base_color",
     {},
     "define it under 'materials' and name it with each primitive's 'material'"},
    {&mesh_object, "material", {}, "give it to each primitive of the mesh"},
    {&mesh_object, "transform", {}, "it belongs on each primitive of the mesh"},
    {&mesh_object,
     "translation",
     {},
     "write transform: {translation: [x, y, z]} in each primitive"},
    {&material_object, "color", "base_color", {}},
    {&bone_object, "name", "id", {}},
    {&pose_object, "name", "id", {}},
    {&anchor_object, "name", "id", {}},
    {&instance_object, "name", "id", {}},
    {&instance_object, "transform", {}, placed_by_anchors},
    {&instance_object, "translation", {}, placed_by_anchors},
    {&instance_object, "position", {}, placed_by_anchors},
    {&instance_object, "location", {}, placed_by_anchors},
    {&instance_object, "rotation", {}, placed_by_anchors},
    {&instance_object, "scale", {}, placed_by_anchors},
    {&pose_entry_object, "rotation_euler", {}, "write rotation: [w, x, y, z], a unit quaternion"},
    {&pose_entry_object, "euler", {}, "write rotation: [w, x, y, z], a unit quaternion"},
    {&pose_entry_object, "quaternion", "rotation", "write rotation: [w, x, y, z]"},
    {&pose_entry_object, "rotation_quaternion", "rotation", "write rotation: [w, x, y, z]"},
    {&pose_entry_object, "position", "translation", {}},
    {&pose_entry_object, "location", "translation", {}},
    {&rigs_document_object, "version", "rigs_version", {}},
    {&rigs_document_object, "children", {}, "it belongs under 'scene'"},
    {&rigs_document_object, "base", {}, "it belongs under 'scene'"},
    {&child_object, "name", "id", {}},
    {&child_object, "asset", "base", {}},
    {&child_object, "import", "base", {}},
    {&child_object, "slot", {}, "it belongs under 'place'"},
    {&child_object, "mount", {}, "it belongs under 'place'"},
    {&child_object, "rotate", {}, "it belongs under 'place'"},
    {&child_object, "nudge", {}, "it belongs under 'place'"},
    {&place_object, "rotation", "rotate", {}},
    {&place_object, "offset", "nudge", {}},
    {&nudge_object, "south", {}, "write a negative north"},
    {&nudge_object, "west", {}, "write a negative east"},
    {&nudge_object, "down", {}, "write a negative up"},
    {&nudge_object, "x", {}, "x of the slot's frame is 'east'"},
    {&nudge_object, "y", {}, "y of the slot's frame is 'up'"},
    {&nudge_object, "z", {}, "z of the slot's frame is 'north'"},
});

struct ObjectForm {
  const Object* object;
  std::string_view form;
};

// For a list, or a mapping whose keys are ids.
struct CollectionForm {
  std::string_view what;
  std::string_view form;
};

constexpr std::string_view smallest_document =
    "version: \"" RIGY_NEWEST_VERSION
    "\"\n"
    "meshes:\n"
    "  - {id: body, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}";

constexpr std::string_view child_form =
    "{id: table1, base: table, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [d, e, f]}}}";

constexpr std::string_view children_form =
    "children:\n  - {id: table1, base: table,\n"
    "     place: {slot: {anchors: [a, b, c]}, mount: {anchors: [d, e, f]}}}";

constexpr auto object_forms = std::to_array<ObjectForm>({
    {&document_object, smallest_document},
    {&coordinate_system_object,
     "coordinate_system: {up: Y, forward: -Z, handedness: right}\n"
     "or leave it out: no other value is allowed"},
    {&material_object, "{base_color: [0.5, 0.2, 0.1, 1]}"},
    {&mesh_object, "{id: body, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}"},
    {&primitive_object, "{id: ball, type: sphere, dimensions: {radius: 1}}"},
    {&transform_object, "transform: {translation: [0, 1, 0], rotation_euler: [0, 0, 0]}"},
    {&armature_object,
     "{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}"},
    {&bone_object, "{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}"},
    {&influence_object, "{bone_id: root, weight: 1}"},
    {&weight_map_object,
     "{primitive_id: ball, gradients: [{axis: y, range: [0, 1],\n"
     "  from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}]}"},
    {&gradient_object,
     "{axis: y, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}"},
    {&override_object, "{vertices: [0, 1, 2], bones: [{bone_id: root, weight: 1}]}"},
    {&sphere_op_object, "{op: add, field: metaball_sphere@1, radius: 1, strength: 1}"},
    {&symmetry_object, "symmetry:\n  mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}"},
    {&mirror_x_object, "mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}"},
    {&pose_object, "{id: wave, bones: {arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}}}"},
    {&pose_entry_object, "{rotation: [1, 0, 0, 0], translation: [0, 1, 0]}"},
    {&anchor_object, "{id: mount, translation: [0, 1, 0]}"},
    {&import_object, "{source: wheel.rigy.yaml}"},
    {&instance_object,
     "{id: front, import: wheel, attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}"},
    {&attach3_object, "attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}"},
    {&rigs_document_object, "rigs_version: \"" RIGY_RIGS_VERSION "\"\n"
                            "imports: {room: room.rigy.yaml}\n"
                            "scene: {base: room}"},
    {&scene_object, "scene:\n  base: room\n  children: []"},
    {&child_object, child_form},
    {&place_object, "place: {slot: {anchors: [a, b, c]}, mount: {anchors: [d, e, f]}}"},
    {&slot_object, "slot: {anchors: [a, b, c]}"},
    {&mount_object, "mount: {anchors: [a, b, c]}"},
    {&nudge_object, "nudge: {north: 20cm, east: -1in, up: 0}"},
});

constexpr auto collection_forms = std::to_array<CollectionForm>({
    {"materials", "materials:\n  clay:\n    base_color: [0.5, 0.2, 0.1, 1]"},
    {"meshes",
     "meshes:\n  - id: body\n"
     "    primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]"},
    {"primitives",
     "primitives:\n  - {id: ball, type: sphere, dimensions: {radius: 1}}\n"
     "  - {id: block, type: box, dimensions: {x: 1, y: 2, z: 1}}"},
    {"ops", "ops:\n  - {op: add, field: metaball_sphere@1, radius: 1, strength: 1}"},
    {"armatures",
     "armatures:\n  - id: rig\n"
     "    bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]"},
    {"armature bones",
     "bones:\n  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n"
     "  - {id: arm, parent: root, head: [0, 1, 0], tail: [1, 1, 0]}"},
    {"bindings",
     "bindings:\n  - {mesh_id: body, armature_id: rig,\n"
     "     weights: [{primitive_id: ball, bones: [{bone_id: root, weight: 1}]}]}"},
    {"weights", "weights:\n  - primitive_id: ball\n    bones: [{bone_id: root, weight: 1}]"},
    {"bones", "bones:\n  - {bone_id: root, weight: 0.5}\n  - {bone_id: arm, weight: 0.5}"},
    {"weight_maps",
     "weight_maps:\n  - primitive_id: ball\n"
     "    gradients: [{axis: y, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: "
     "arm, weight: 1}}]"},
    {"gradients",
     "gradients:\n  - {axis: y, range: [0, 1],\n"
     "     from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}"},
    {"overrides", "overrides:\n  - vertices: [0, 1, 2]\n    bones: [{bone_id: root, weight: 1}]"},
    {"poses",
     "poses:\n  - id: wave\n"
     "    bones: {arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}}"},
    {"pose bones",
     "bones:\n  arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}\n"
     "  hand: {rotation: [1, 0, 0, 0], translation: [1, 1, 0]}"},
    {"anchors", "anchors:\n  - id: mount\n    translation: [0, 1, 0]"},
    {"imports", "imports:\n  wheel:\n    source: wheel.rigy.yaml"},
    {"instances",
     "instances:\n  - {id: front, import: wheel,\n"
     "     attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}"},
    {"imports of a scene", "imports: {room: room.rigy.yaml}"},
    {"children", children_form},
    {"anchors of a frame", "anchors: [a, b, c]"},
});

struct WrongWord {
  std::string_view what;
  std::string_view word;
  std::string_view help;
};

constexpr std::string_view as_thin_box =
    "use a thin box: type: box, dimensions: {x: 1, y: 0.01, z: 1}";
constexpr std::string_view as_box = "write type: box, dimensions: {x: 1, y: 1, z: 1}";
constexpr std::string_view as_thin_cylinder =
    "use a flat cylinder: type: cylinder, dimensions: {radius: 1, height: 0.01}";
constexpr std::string_view no_taper =
    "there are no tapered primitives: use a cylinder, or a stack of cylinders of decreasing radius";
constexpr std::string_view as_ring =
    "there are no rings: arrange short capsules or cylinders in a circle";
constexpr std::string_view as_capsule = "write type: capsule, dimensions: {radius: 0.5, height: 1}";
constexpr std::string_view as_sphere = "write type: sphere, dimensions: {radius: 1}";
constexpr std::string_view as_cylinder =
    "write type: cylinder, dimensions: {radius: 0.5, height: 1}";
constexpr std::string_view no_free_meshes =
    "meshes are made of primitives: box, sphere, cylinder, capsule, wedge and implicit_surface";
constexpr std::string_view as_wedge =
    "write type: wedge, dimensions: {x: 1, y: 1, z: 1}: a right triangle in x and z, extruded "
    "along y";
constexpr std::string_view as_gable =
    "a gable is two wedges, or two of macro: triangle_prism_on_plane, back to back";
constexpr std::string_view as_surface =
    "write type: implicit_surface with an op of field metaball_sphere@1 for each ball";

constexpr auto wrong_words = std::to_array<WrongWord>({
    {"type", "cube", as_box},
    {"type", "cuboid", as_box},
    {"type", "block", as_box},
    {"type", "rectangle", as_thin_box},
    {"type", "plane", as_thin_box},
    {"type", "quad", as_thin_box},
    {"type", "circle", as_thin_cylinder},
    {"type", "disc", as_thin_cylinder},
    {"type", "disk", as_thin_cylinder},
    {"type", "cone", no_taper},
    {"type", "pyramid", no_taper},
    {"type", "torus", as_ring},
    {"type", "ring", as_ring},
    {"type", "donut", as_ring},
    {"type", "ball", as_sphere},
    {"type", "uv_sphere", as_sphere},
    {"type", "icosphere", as_sphere},
    {"type", "hemisphere", "there are no half spheres: use a sphere, or a capsule"},
    {"type", "ellipse", as_thin_cylinder},
    {"type", "prism",
     "write type: wedge for a right triangle, extruded along y; there are no other prisms"},
    {"type", "rod", as_cylinder},
    {"type", "ellipsoid", "there are no ellipsoids: use a sphere or a capsule"},
    {"type", "pill", as_capsule},
    {"type", "tube", as_cylinder},
    {"type", "pipe", as_cylinder},
    {"type", "mesh", no_free_meshes},
    {"type", "ramp", as_wedge},
    {"type", "triangle", as_wedge},
    {"type", "gable", as_gable},
    {"type", "roof", as_gable},
    {"type", "metaball", as_surface},
    {"type", "metaballs", as_surface},
    {"type", "box_decompose", "write macro: box_decompose instead of type"},
    {"type", "triangle_prism_on_plane", "write macro: triangle_prism_on_plane instead of type"},
    {"op", "union", "write op: add"},
    {"op", "difference", "write op: subtract"},
    {"op", "sub", "write op: subtract"},
    {"units", "cm", "give all lengths in meters: 1 cm is 0.01"},
    {"units", "centimeters", "give all lengths in meters: 1 cm is 0.01"},
    {"units", "mm", "give all lengths in meters: 1 mm is 0.001"},
    {"units", "millimeters", "give all lengths in meters: 1 mm is 0.001"},
    {"units", "m", "write units: meters"},
    {"units", "Meters", "write units: meters"},
    {"units", "METERS", "write units: meters"},
    {"units", "Meter", "write units: meters"},
    {"units", "Metres", "write units: meters"},
    {"units", "metres", "write units: meters"},
    {"units", "meter", "write units: meters"},
    {"up", "Z", "y is up: write a point [x, y, z] of a z-up model as [x, z, -y]"},
    {"up", "y", "write up: Y"},
    {"skinning_solver", "linear", "write skinning_solver: lbs"},
    {"skinning_solver", "dual_quaternion", "write skinning_solver: dqs"},
});

}  // namespace

const Slip* find_slip(const Object& object, std::string_view name) {
  const auto found = std::find_if(known_slips.begin(), known_slips.end(), [&](const Slip& slip) {
    return slip.object == &object && slip.name == name;
  });
  return found == known_slips.end() ? nullptr : &*found;
}

std::string_view field_of_text(const Object& object) {
  return &object == &import_object ? "source" : "";
}

std::string_view form_of(const Object& object) {
  const auto found =
      std::find_if(object_forms.begin(), object_forms.end(),
                   [&object](const ObjectForm& form) { return form.object == &object; });
  return found == object_forms.end() ? std::string_view() : found->form;
}

std::string_view form_of(std::string_view what) {
  const auto found = std::find_if(collection_forms.begin(), collection_forms.end(),
                                  [what](const CollectionForm& form) { return form.what == what; });
  return found == collection_forms.end() ? std::string_view() : found->form;
}

std::string_view help_for_word(std::string_view what, std::string_view word) {
  const auto found = std::find_if(
      wrong_words.begin(), wrong_words.end(),
      [&](const WrongWord& wrong) { return wrong.what == what && wrong.word == word; });
  return found == wrong_words.end() ? std::string_view() : found->help;
}

}  // namespace rigy::language

#include "document/slips.hpp"

#include <algorithm>
#include <array>

#include "language/version.hpp"

namespace rigy {
namespace {

// Help for the slips that edit distance does not catch.
constexpr auto known_slips = std::to_array<Slip>({
    {"document", "rigy_version", "version", {}},
    {"primitive", "size", "dimensions", {}},
    {"primitive", "shape", "type", {}},
    {"primitive", "translation", {}, "it belongs under 'transform'"},
    {"primitive", "rotation_euler", {}, "it belongs under 'transform'"},
    {"primitive", "position", {}, "write transform: {translation: [x, y, z]}"},
    {"primitive", "location", {}, "write transform: {translation: [x, y, z]}"},
    {"primitive",
     "rotation",
     {},
     "write transform: {rotation_euler: [x, y, z]} in radians, or rotation_degrees from 0.7 on"},
    {"primitive", "radius", {}, "it belongs under 'dimensions'"},
    {"primitive", "height", {}, "it belongs under 'dimensions'"},
    {"primitive", "scale", {}, "give the final size under 'dimensions'"},
    {"primitive", "colour", {}, "define it under 'materials' and name it with 'material'"},
    {"primitive", "color", {}, "define it under 'materials' and name it with 'material'"},
    {"primitive", "base_color", {}, "define it under 'materials' and name it with 'material'"},
    {"sphere dimensions", "width", "radius", "a sphere has only a 'radius', half of its width"},
    {"sphere dimensions", "height", "radius", "a sphere has only a 'radius', half of its height"},
    {"sphere dimensions", "depth", "radius", "a sphere has only a 'radius', half of its depth"},
    {"sphere dimensions", "diameter", "radius", "a sphere has a 'radius', half of its diameter"},
    {"cylinder dimensions", "width", "radius", "a cylinder has a 'radius', half of its width"},
    {"cylinder dimensions", "diameter", "radius", "a cylinder has a 'radius', half its diameter"},
    {"cylinder dimensions", "length", "height", {}},
    {"capsule dimensions", "width", "radius", "a capsule has a 'radius', half of its width"},
    {"capsule dimensions", "diameter", "radius", "a capsule has a 'radius', half its diameter"},
    {"capsule dimensions", "length", "height", {}},
    {"transform", "position", "translation", {}},
    {"transform", "location", "translation", {}},
    {"transform", "rotation", "rotation_euler",
     "write rotation_euler: [x, y, z] in radians, or rotation_degrees from 0.7 on"},
    {"transform", "rotation_quaternion", "rotation_quat", {}},
    {"transform", "quaternion", {}, "write rotation_quat: [x, y, z, w]"},
    {"transform", "rotation_deg", "rotation_degrees", {}},
    {"rotation_axis_angle", "angle", "degrees", "write the angle as degrees: 90"},
    {"rotation_axis_angle", "radians", {}, "write the angle as degrees: 90"},
    {"UV set", "type", "generator", {}},
    {"UV role", "uv", "set", {}},
    {"UV role", "uv_set", "set", {}},
    {"op", "position", {}, "write transform: {translation: [x, y, z]}"},
    {"op", "translation", {}, "it belongs under 'transform'"},
    {"op", "center", {}, "write transform: {translation: [x, y, z]}"},
    {"op", "type", "field", {}},
    {"grid", "x", "nx", {}},
    {"grid", "y", "ny", {}},
    {"grid", "z", "nz", {}},
    {"transform", "scale", {}, "give the final size under the primitive's 'dimensions'"},
    {"anchor", "position", "translation", {}},
    {"import", "path", "source", {}},
    {"import", "file", "source", {}},
    {"mesh",
     "color",
     {},
     "define it under 'materials' and name it with each primitive's 'material'"},
    {"mesh",
     "base_color",
     {},
     "define it under 'materials' and name it with each primitive's 'material'"},
    {"mesh", "transform", {}, "it belongs on each primitive of the mesh"},
    {"mesh", "translation", {}, "write transform: {translation: [x, y, z]} in each primitive"},
    {"material", "color", "base_color", {}},
    {"bone", "name", "id", {}},
    {"pose", "name", "id", {}},
    {"anchor", "name", "id", {}},
    {"instance", "name", "id", {}},
    {"pose entry", "rotation_euler", {}, "write rotation: [w, x, y, z], a unit quaternion"},
    {"pose entry", "euler", {}, "write rotation: [w, x, y, z], a unit quaternion"},
    {"pose entry", "quaternion", "rotation", "write rotation: [w, x, y, z]"},
    {"pose entry", "rotation_quaternion", "rotation", "write rotation: [w, x, y, z]"},
    {"scene document", "version", "rigs_version", {}},
    {"scene document", "children", {}, "it belongs under 'scene'"},
    {"scene document", "base", {}, "it belongs under 'scene'"},
    {"child", "name", "id", {}},
    {"child", "asset", "base", {}},
    {"child", "import", "base", {}},
    {"child", "slot", {}, "it belongs under 'place'"},
    {"child", "mount", {}, "it belongs under 'place'"},
    {"child", "rotate", {}, "it belongs under 'place'"},
    {"child", "nudge", {}, "it belongs under 'place'"},
    {"place", "rotation", "rotate", {}},
    {"place", "offset", "nudge", {}},
    {"nudge", "south", {}, "write a negative north"},
    {"nudge", "west", {}, "write a negative east"},
    {"nudge", "down", {}, "write a negative up"},
    {"nudge", "x", {}, "x of the slot's frame is 'east'"},
    {"nudge", "y", {}, "y of the slot's frame is 'up'"},
    {"nudge", "z", {}, "z of the slot's frame is 'north'"},
    {"pose entry", "position", "translation", {}},
    {"pose entry", "location", "translation", {}},
});

struct Form {
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

constexpr auto forms = std::to_array<Form>({
    {"document", smallest_document},
    {"coordinate_system",
     "coordinate_system: {up: Y, forward: -Z, handedness: right}\n"
     "or leave it out: no other value is allowed"},
    {"materials", "materials:\n  clay:\n    base_color: [0.5, 0.2, 0.1, 1]"},
    {"material", "{base_color: [0.5, 0.2, 0.1, 1]}"},
    {"meshes",
     "meshes:\n  - id: body\n"
     "    primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]"},
    {"mesh", "{id: body, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}"},
    {"primitives",
     "primitives:\n  - {id: ball, type: sphere, dimensions: {radius: 1}}\n"
     "  - {id: block, type: box, dimensions: {x: 1, y: 2, z: 1}}"},
    {"primitive", "{id: ball, type: sphere, dimensions: {radius: 1}}"},
    {"transform", "transform: {translation: [0, 1, 0], rotation_euler: [0, 0, 0]}"},
    {"armatures",
     "armatures:\n  - id: rig\n"
     "    bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]"},
    {"armature", "{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}"},
    {"armature bones",
     "bones:\n  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n"
     "  - {id: arm, parent: root, head: [0, 1, 0], tail: [1, 1, 0]}"},
    {"bone", "{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}"},
    {"bindings",
     "bindings:\n  - {mesh_id: body, armature_id: rig,\n"
     "     weights: [{primitive_id: ball, bones: [{bone_id: root, weight: 1}]}]}"},
    {"weights", "weights:\n  - primitive_id: ball\n    bones: [{bone_id: root, weight: 1}]"},
    {"bones", "bones:\n  - {bone_id: root, weight: 0.5}\n  - {bone_id: arm, weight: 0.5}"},
    {"influence", "{bone_id: root, weight: 1}"},
    {"weight_maps",
     "weight_maps:\n  - primitive_id: ball\n"
     "    gradients: [{axis: y, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: "
     "arm, weight: 1}}]"},
    {"gradients",
     "gradients:\n  - {axis: y, range: [0, 1],\n"
     "     from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}"},
    {"overrides", "overrides:\n  - vertices: [0, 1, 2]\n    bones: [{bone_id: root, weight: 1}]"},
    {"symmetry", "symmetry:\n  mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}"},
    {"mirror_x", "mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}"},
    {"poses",
     "poses:\n  - id: wave\n"
     "    bones: {arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}}"},
    {"pose", "{id: wave, bones: {arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}}}"},
    {"pose bones",
     "bones:\n  arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}\n"
     "  hand: {rotation: [1, 0, 0, 0], translation: [1, 1, 0]}"},
    {"pose entry", "{rotation: [1, 0, 0, 0], translation: [0, 1, 0]}"},
    {"anchors", "anchors:\n  - id: mount\n    translation: [0, 1, 0]"},
    {"anchor", "{id: mount, translation: [0, 1, 0]}"},
    {"imports", "imports:\n  wheel:\n    source: wheel.rigy.yaml"},
    {"import", "{source: wheel.rigy.yaml}"},
    {"instances",
     "instances:\n  - {id: front, import: wheel,\n"
     "     attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}"},
    {"instance",
     "{id: front, import: wheel, attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}"},
    {"attach3", "attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}"},
    {"scene document", "rigs_version: \"" RIGY_RIGS_VERSION "\"\n"
                       "imports: {room: room.rigy.yaml}\n"
                       "scene: {base: room}"},
    {"imports of a scene", "imports: {room: room.rigy.yaml}"},
    {"scene", "scene:\n  base: room\n  children: []"},
    {"children", children_form},
    {"child", child_form},
    {"place", "place: {slot: {anchors: [a, b, c]}, mount: {anchors: [d, e, f]}}"},
    {"slot", "slot: {anchors: [a, b, c]}"},
    {"mount", "mount: {anchors: [a, b, c]}"},
    {"anchors of a frame", "anchors: [a, b, c]"},
    {"nudge", "nudge: {north: 20cm, east: -1in, up: 0}"},
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
    "use a low cylinder: type: cylinder, dimensions: {radius: 1, height: 0.01}";
constexpr std::string_view no_taper =
    "there are no tapered primitives: use a cylinder, or several of decreasing radius one above "
    "the other";
constexpr std::string_view as_ring =
    "there are no rings: put short capsules or cylinders in a circle";
constexpr std::string_view as_capsule = "write type: capsule, dimensions: {radius: 0.5, height: 1}";
constexpr std::string_view as_sphere = "write type: sphere, dimensions: {radius: 1}";
constexpr std::string_view as_cylinder =
    "write type: cylinder, dimensions: {radius: 0.5, height: 1}";
constexpr std::string_view no_free_meshes =
    "meshes are made of primitives: box, sphere, cylinder, capsule, wedge and implicit_surface";
constexpr std::string_view as_wedge =
    "write type: wedge, dimensions: {x: 1, y: 1, z: 1}: a right triangle in x and z, extended "
    "along "
    "y";
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
    {"type", "prism", "there are no prisms: use a box or a cylinder"},
    {"type", "rod", as_cylinder},
    {"type", "ellipsoid", "there are no ellipsoids: use a sphere or a capsule"},
    {"type", "pill", as_capsule},
    {"type", "tube", as_cylinder},
    {"type", "pipe", as_cylinder},
    {"type", "mesh", no_free_meshes},
    {"type", "ramp", as_wedge},
    {"type", "prism", as_wedge},
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

const Slip* find_slip(std::string_view what, std::string_view name) {
  const auto found = std::find_if(known_slips.begin(), known_slips.end(), [&](const Slip& slip) {
    return slip.what == what && slip.name == name;
  });
  return found == known_slips.end() ? nullptr : &*found;
}

std::string_view form_of(std::string_view what) {
  const auto found = std::find_if(forms.begin(), forms.end(),
                                  [what](const Form& form) { return form.what == what; });
  return found == forms.end() ? std::string_view() : found->form;
}

std::string_view help_for_word(std::string_view what, std::string_view word) {
  const auto found = std::find_if(
      wrong_words.begin(), wrong_words.end(),
      [&](const WrongWord& wrong) { return wrong.what == what && wrong.word == word; });
  return found == wrong_words.end() ? std::string_view() : found->help;
}

}  // namespace rigy

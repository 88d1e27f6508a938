#include "tables/notes.hpp"

#include <array>

#include "tables/other_objects.hpp"

namespace rigy::language {
namespace {

// One field per line.
// clang-format off

constexpr FieldNote document_notes[] = {
    {"version", {}, {}, "P08 W04"},
    {"units", "meters", {}, "P05"},
    {"coordinate_system", "the only one there is", {}, "P05"},
    {"tessellation_profile", "v0_1_default", {}, "X09"},
    {"materials", "no materials", {}, "V37 V74"},
    {"meshes", "none", {}, "V01 V28 V66"},
    {"armatures", "none", {}, "V03 V28 V66 W09"},
    {"bindings", "none: meshes do not move", {}, "V12"},
    {"symmetry", "nothing is mirrored"},
    {"skinning_solver", "lbs", {}, "P05 X27"},
    {"poses", "none", {}, "X08 X19"},
    {"anchors", "none", {}, "V24 V28 V66"},
    {"imports", "none", {}, "X16 X20 X21 X22 R14"},
    {"instances", "none", {}, "V25 V28 V66"},
    {"params", "none", {}, "V58 V59 V60 V61 V69"},
    {"geometry_checks", "none"},
};
constexpr FieldNote coordinate_system_notes[] = {
    {"up", {}, {}, "P05"}, {"forward", {}, {}, "P05"}, {"handedness", {}, {}, "P05"},
};
constexpr FieldNote material_notes[] = {
    {"base_color", {}, "linear, 0 to 1", "V39 V40"},
    {"uses_uv_roles", "none", {}, "V46 V47"},
};
constexpr FieldNote mesh_notes[] = {
    {"id", {}, {}, "V01 V28 V66 X16 W11"},
    {"name", "the id"},
    {"primitives", {}, {}, "X02"},
    {"material", "each primitive names its own", {}, "V74 V75 V77"},
    {"uv_sets", "none", {}, "V53 V55"},
    {"uv_roles", "none", {}, "V43 V44 V53"},
};
constexpr FieldNote uv_set_notes[] = {
    {"generator", "none: it must be given", {}, "V50 V51 V52"},
};
constexpr FieldNote uv_role_notes[] = {
    {"set", {}, {}, "V45 V54"},
};
constexpr FieldNote primitive_notes[] = {
    {"id", {}, {}, "V02 V66 X16"},
    {"type", {}, {}, "P05 X34 V79"},
    {"dimensions", {}, {}, "V07"},
    {"name", "the id"},
    {"transform", "at the origin, not turned"},
    {"material", "that of the mesh", {}, "V38 V41 V42 V74 V75"},
    {"surface", "none"},
    {"tags", "none", {}, "X34"},
    {"aabb", "none", {}, "F115 P10 X28 X29"},
};
constexpr FieldNote three_sizes[] = {
    {"x", {}, "m", "V07"}, {"y", {}, "m", "V07"}, {"z", {}, "m", "V07"},
};
constexpr FieldNote sphere_notes[] = {
    {"radius", {}, "m", "V07"},
};
constexpr FieldNote radius_and_height[] = {
    {"radius", {}, "m", "V07"}, {"height", {}, "m", "V07"},
};
constexpr FieldNote transform_notes[] = {
    {"translation", "[0, 0, 0]", "m"},
    {"rotation_euler", "no rotation", "rad", "V72 V73 W06 X35"},
    {"rotation_degrees", "no rotation", "degrees", "V72 V73 X35"},
    {"rotation_axis_angle", "no rotation", {}, "V72 V77"},
    {"rotation_quat", "no rotation", {}, "V72 V73 V77 V78"},
};
constexpr FieldNote axis_angle_notes[] = {
    {"axis", {}, {}, "V67 V73"}, {"degrees", {}, "degrees", "V73"},
};
constexpr FieldNote implicit_surface_notes[] = {
    {"id", {}, {}, "V02 V66 X16 X36"},
    {"type", {}, {}, "V79"},
    {"domain", {}, {}, "V80"},
    {"iso", {}, {}, "W15"},
    {"ops", {}, {}, "V82 W18 X38"},
    {"extraction", "marching_cubes@1"},
    {"name", "the id"},
    {"material", "that of the mesh", {}, "V42 V74 V75"},
    {"surface", "none"},
    {"tags", "none"},
    {"transform", "at the origin, not turned", {}, "X36"},
};
constexpr FieldNote domain_notes[] = {
    {"aabb", {}, {}, "V80"}, {"grid", {}, {}, "V81 V86 X37"},
};
constexpr FieldNote aabb_notes[] = {
    {"min", {}, "m", "V80 X29"}, {"max", {}, "m", "V80 X29"},
};
constexpr FieldNote grid_notes[] = {
    {"nx", {}, "points", "V81 V86"}, {"ny", {}, "points", "V81 V86"}, {"nz", {}, "points", "V81 V86"},
};
constexpr FieldNote extraction_notes[] = {
    {"algorithm", "marching_cubes@1", {}, "V87"},
};
constexpr FieldNote op_notes[] = {
    {"op", {}, {}, "P05"},
    {"field", {}, {}, "V83"},
    {"radius", {}, "m", "V84"},
    {"strength", {}, {}, "V84"},
    {"transform", "at the origin of the domain"},
};
constexpr FieldNote capsule_op_notes[] = {
    op_notes[0], op_notes[1], op_notes[2], op_notes[3], op_notes[4],
    {"height", "none; it is needed", "m", "V84"},
};
constexpr FieldNote op_transform_notes[] = {
    transform_notes[0], transform_notes[1], transform_notes[2], transform_notes[3], transform_notes[4],
    {"scale", "[1, 1, 1]", {}, "V85"},
};
constexpr FieldNote repeat_notes[] = {
    {"count", {}, {}, "V62"}, {"as", {}, {}, "V63"}, {"body", {}, {}, "V64 V65"},
};
constexpr FieldNote box_decompose_notes[] = {
    {"macro", "none: it must be given", {}, "P05"},
    {"id", {}, {}, "F114 X33"},
    {"mesh", "the mesh it stands in", {}, "V76"},
    {"axis", {}, {}, "P05"},
    {"span", {}, "m", "X30"},
    {"base_y", "0", "m"},
    {"height", {}, "m", "X30"},
    {"thickness", {}, "m", "X30"},
    {"offset", "0", "m", "P10"},
    {"offset_mode", "centerline", {}, "P10 V77"},
    {"cutouts", "none", {}, "X31 W16"},
    {"material", "that of the mesh", {}, "V74 V75"},
    {"surface", "none"},
    {"tags", "none"},
};
constexpr FieldNote cutout_notes[] = {
    {"id", "none: it must be given", {}, "F116"},
    {"span", {}, "m", "X30 X31"},
    {"bottom", "0", "m", "X30"},
    {"top", "the height of the wall", "m", "X30"},
};
constexpr FieldNote prism_notes[] = {
    {"macro", "none: it must be given", {}, "P05 V77"},
    {"id", {}, {}, "F114 X33"},
    {"plane"},
    {"leg_p", {}, "m", "X32"},
    {"leg_q", {}, "m", "X32"},
    {"length", {}, "m", "X30"},
    {"material", "that of the mesh", {}, "V74 V75"},
    {"surface", "none"},
    {"tags", "none"},
};
constexpr FieldNote plane_notes[] = {
    {"origin", {}, "m"}, {"normal", {}, {}, "X32"},
};
constexpr FieldNote armature_notes[] = {
    {"id", {}, {}, "V03 V28 V66 X16 W11"},
    {"name", "the id"},
    {"bones", {}, {}, "X03 X10"},
};
constexpr FieldNote bone_notes[] = {
    {"id", {}, {}, "V04 V66 X16 X17"},
    {"parent", {}, {}, "V05 X01"},
    {"head", {}, "m", "V06 W03"},
    {"tail", {}, "m", "V06"},
    {"roll", "0", "rad"},
};
constexpr FieldNote binding_notes[] = {
    {"mesh_id", {}, {}, "V08 V12"},
    {"armature_id", {}, {}, "V09"},
    {"weights", "none", {}, "X06 W02 W13"},
    {"weight_maps", "none", {}, "X05 W02"},
    {"skinning_solver", "that of the document", {}, "P05 X27"},
};
constexpr FieldNote weights_notes[] = {
    {"primitive_id", {}, {}, "V10 X06"},
    {"bones", {}, {}, "X04 X11 W01 W05 W14"},
};
constexpr FieldNote weight_map_notes[] = {
    {"primitive_id", {}, {}, "V14 X05"},
    {"gradients", "none", {}, "V23 W12"},
    {"overrides", "none", {}, "V23"},
    {"source", "none", {}, "V20 V21 V22 V23"},
};
constexpr FieldNote gradient_notes[] = {
    {"axis", {}, {}, "X15"},
    {"range", {}, "m", "X14 W12"},
    {"from", {}, {}, "V15 V17 X04 X11"},
    {"to", {}, {}, "V15 V17 X04 X11"},
};
constexpr FieldNote override_notes[] = {
    {"vertices", {}, {}, "V19"},
    {"bones", {}, {}, "V16 V18 X04 X11"},
};
constexpr FieldNote influence_notes[] = {
    {"bone_id", {}, {}, "V11 V15 V16 X04"},
    {"weight", {}, {}, "V13 V17 V18 W05"},
};
constexpr FieldNote weight_file_notes[] = {
    {"primitive_id", {}, {}, "V20 V22"}, {"vertex_count", {}, {}, "V20 V21"}, {"influences", {}, {}, "V20"},
};
constexpr FieldNote weight_file_entry_notes[] = {
    {"vertex", {}, {}, "V20"}, {"bones", {}, {}, "V20"},
};
constexpr FieldNote symmetry_notes[] = {
    {"mirror_x", "nothing is mirrored"},
};
constexpr FieldNote mirror_x_notes[] = {
    {"prefix_from", {}, {}, "X12 W10 W11 W17"}, {"prefix_to", {}, {}, "X12"},
};
constexpr FieldNote pose_notes[] = {
    {"id", {}, {}, "X08 X16 X19"}, {"bones", {}, {}, "X07 W07"},
};
constexpr FieldNote pose_entry_notes[] = {
    {"rotation", "[1, 0, 0, 0]", {}, "V36 W08"}, {"translation", "[0, 0, 0]", "m", "W07"},
};
constexpr FieldNote anchor_notes[] = {
    {"id", {}, {}, "V24 V28 V66 X16"}, {"translation", {}, "m"}, {"scope", "none"},
};
constexpr FieldNote import_notes[] = {
    {"source", {}, {}, "X20 X21 X22 R14"}, {"contract", "none", {}, "V31 X24"},
};
constexpr FieldNote instance_notes[] = {
    {"id", {}, {}, "V25 V28 V66 X16"},
    {"import", "one of import and mesh_id", {}, "P10 V26"},
    {"mesh_id", "one of import and mesh_id", {}, "P10 V27"},
    {"attach3", "of a mesh: where it is; of an import it is needed", {}, "X23"},
};
constexpr FieldNote attach3_notes[] = {
    {"from", {}, {}, "V29 X23"}, {"to", {}, {}, "V30 X23"}, {"mode", {}, {}, "P05"},
};
constexpr FieldNote contract_notes[] = {
    {"contract_version", {}, {}, "V31"},
    {"required_anchors", "none", {}, "V31"},
    {"required_frame3_sets", "none", {}, "V31"},
    {"frame3_sets", "none", {}, "V31"},
};
constexpr FieldNote rigs_document_notes[] = {
    {"rigs_version", {}, {}, "R01 R06"}, {"imports", {}, {}, "R14 X16 X20 X21"}, {"scene"},
};
constexpr FieldNote scene_notes[] = {
    {"base", {}, {}, "R08"}, {"children", "none", {}, "R07"},
};
constexpr FieldNote child_notes[] = {
    {"id", {}, {}, "R09 X16"}, {"base", {}, {}, "R08"}, {"place"}, {"children", "none", {}, "R07"},
};
constexpr FieldNote place_notes[] = {
    {"slot", "none; it is needed", {}, "R10"},
    {"mount", "none; it is needed", {}, "R10"},
    {"rotate", "0deg", {}, "R02"},
    {"nudge", "none"},
};
constexpr FieldNote frame_notes[] = {
    {"anchors", "one of anchors and name", {}, "R04 R05 R11 R13"}, {"name", "one of anchors and name", {}, "R05 R12"},
};
constexpr FieldNote nudge_notes[] = {
    {"north", "0", "m, or as written", "R03"}, {"east", "0", "m, or as written", "R03"}, {"up", "0", "m, or as written", "R03"},
};

constexpr auto notes = std::to_array<ObjectNote>({
    {&document_object, "the whole of a `.rigy.yaml` file", "An asset: meshes, armatures, and what connects them.", document_notes, "P01 P02 P07 P09 R06 X25",
     "version: \"0.13\"\n\nmaterials:\n  orange: {base_color: [0.8, 0.25, 0.05, 1]}\n\nmeshes:\n  - id: box\n    material: orange\n    primitives:\n      - id: body\n        type: box\n        dimensions: {x: 0.6, y: 0.4, z: 0.4}\n        transform: {translation: [0, 0.2, 0]}\n"},
    {&coordinate_system_object, "`coordinate_system` of the document", "Says what holds anyway: meters, y up, right-handed; a model faces -z and has its left at -x.", coordinate_system_notes, {},
     "coordinate_system: {up: Y, forward: -Z, handedness: right}\n"},
    {&material_object, "a value of `materials`; its key is the id", "A colour.", material_notes, "V37",
     "  oak: {base_color: [0.25, 0.12, 0.05, 1], uses_uv_roles: [albedo]}\n"},
    {&mesh_object, "an element of `meshes`", "Shapes that belong together. A mesh is bound to an armature as a whole.", mesh_notes, {},
     "  - id: crate\n    material: planks\n    uv_sets: {uv0: {generator: box_project@1}}\n    uv_roles: {albedo: {set: uv0}}\n    primitives:\n"},
    {&uv_set_object, "a value of `uv_sets`; its key is `uv0`, `uv1`, …", "Texture coordinates, made from the vertices.", uv_set_notes, "V55",
     "    uv_sets: {uv0: {generator: cylindrical@1}}\n"},
    {&uv_role_object, "a value of `uv_roles`; its key is the role", "What a UV set is for. Roles are `albedo`, `detail`, `directional`, `radial`, `decal` and `lightmap`.", uv_role_notes, "V43 V44",
     "    uv_roles: {albedo: {set: uv0}}\n"},
    {&primitive_object, "an element of `primitives`", "A shape. A box may have `aabb` instead of `dimensions` and `transform`; `type: implicit_surface` has [fields of its own](#implicit-surface).", primitive_notes, {},
     "      - id: foot\n        type: cylinder\n        dimensions: {radius: 0.15, height: 0.04}\n        transform: {translation: [0, 0.02, 0]}\n"},
    {&box_dimensions, "`dimensions` of a `box`", "Full sizes. `width`, `height` and `depth` are other names for `x`, `y` and `z`.", three_sizes, {},
     "        dimensions: {x: 0.6, y: 0.4, z: 0.4}\n"},
    {&sphere_dimensions, "`dimensions` of a `sphere`", "", sphere_notes, {}, "        dimensions: {radius: 0.14}\n"},
    {&cylinder_dimensions, "`dimensions` of a `cylinder`", "", radius_and_height, {}, "        dimensions: {radius: 0.15, height: 0.04}\n"},
    {&capsule_dimensions, "`dimensions` of a `capsule`", "In all it is height + 2·radius tall.", radius_and_height, {}, "        dimensions: {radius: 0.02, height: 0.56}\n"},
    {&wedge_dimensions, "`dimensions` of a `wedge`", "A box of these sizes, of which half is cut away.", three_sizes, {},
     "      - {id: L_ear, type: wedge, material: dark, dimensions: {x: 0.04, y: 0.03, z: 0.1}, transform: {translation: [-0.08, 0.86, -0.36], rotation_degrees: [-90, 0, 0]}}\n"},
    {&transform_object, "`transform` of a primitive", "Where a shape is: rotated about its own origin, then moved. At most one of the four forms of rotation.", transform_notes, "V72",
     "         transform: {translation: [0.02, 1.22, 0], rotation_degrees: [0, 0, -15]}}\n"},
    {&axis_angle_object, "`rotation_axis_angle`", "A rotation about an axis, counterclockwise when the axis points at you.", axis_angle_notes, {},
     "      - {id: roof, type: wedge, dimensions: {x: 1, y: 0.4, z: 0.6}, transform: {translation: [0, 0.4, 0.8], rotation_axis_angle: {axis: [1, 0, 0], degrees: -90}}}\n"},
    {&implicit_surface_object, "an element of `primitives` whose `type` is `implicit_surface`", "The surface on which the sum of the ops equals `iso`.", implicit_surface_notes, "W15 X37",
     "      - id: fruit\n        type: implicit_surface\n        domain: {aabb: {min: [-0.55, -0.05, -0.55], max: [0.55, 1.25, 0.55]}, grid: {nx: 45, ny: 53, nz: 45}}\n        iso: 0.25\n        ops:\n          - {op: add, field: metaball_sphere@1, radius: 0.9, strength: 1, transform: {translation: [0, 0.45, 0]}}\n"},
    {&domain_object, "`domain` of an implicit surface", "The box in which the surface is looked for. What lies outside is cut off, and leaves a hole.", domain_notes, {},
     "        domain: {aabb: {min: [-0.55, -0.05, -0.55], max: [0.55, 1.25, 0.55]}, grid: {nx: 45, ny: 53, nz: 45}}\n"},
    {&aabb_object, "`aabb` of a box or of a domain", "A box by two corners.", aabb_notes, {},
     "      - {id: floor, type: box, material: boards, aabb: {min: [-2, -0.1, -2], max: [2, 0, 2]}}\n"},
    {&grid_object, "`grid` of a domain", "How many points are tried along each axis, the ends included; nx·ny·nz is at most 2,000,000.", grid_notes, {},
     "        domain: {aabb: {min: [-0.5, -0.5, -0.5], max: [0.5, 0.7, 0.5]}, grid: {nx: 16, ny: 16, nz: 16}}\n"},
    {&extraction_object, "`extraction` of an implicit surface", "How the surface is found.", extraction_notes, {}, "        extraction: {algorithm: marching_cubes@1}\n"},
    {&sphere_op_object, "an element of `ops` with a sphere field", "One term of the sum.", op_notes, {},
     "          - {op: subtract, field: sdf_sphere@1, radius: 0.15, strength: 1.2, transform: {translation: [0.42, 0.62, 0.2]}}\n"},
    {&capsule_op_object, "an element of `ops` with a capsule field", "The same around a line along y instead of a point.", capsule_op_notes, {},
     "          - {op: add, field: metaball_capsule@1, radius: 0.16, height: $ears, strength: 1,\n             transform: {translation: [0.18, \"=1.2 + $ears / 2\", 0], rotation_degrees: [0, 0, -15]}}\n"},
    {&op_transform_object, "`transform` of an op", "Where the op is in the domain: scaled, then rotated, then moved.", op_transform_notes, "V72",
     "          - {op: add, field: sdf_sphere@1, radius: 0.1, strength: 1, transform: {translation: [0, 0.1, 0], scale: [2, 2, 2]}}\n"},
    {&repeat_object, "the only key of an element of any list of objects", "Stands for copies of its body, with index 0, 1, 2, …", repeat_notes, "V64 V65",
     "      - repeat:\n          count: 12\n          as: i\n          body:\n            id: \"plank${i}\"\n            type: box\n            dimensions: {x: $width, y: 0.06, z: \"=$length / 12 - 0.04\"}\n            transform: {translation: [0, 0.03, \"=(${i} + 0.5) * $length / 12 - $length / 2\"]}\n"},
    {&box_decompose_object, "an element of `primitives`", "A wall along x or z, as boxes around its cutouts.", box_decompose_notes, "X30",
     "      - macro: box_decompose\n        id: wall\n        axis: x\n        span: [-1.5, 1.5]\n        height: 2.6\n        thickness: 0.3\n        offset: \"=$length / 2 + 0.15\"\n        cutouts:\n          - {id: passage, span: [\"=-$width / 2\", \"=$width / 2\"], top: 2.1}\n"},
    {&cutout_object, "an element of `cutouts`", "A rectangular opening of a wall.", cutout_notes, {}, "          - {id: window, span: [0.9, 1.6], bottom: 0.9, top: 1.8}\n"},
    {&prism_object, "an element of `primitives`", "A right triangle in a plane, extended along the normal: one wedge.", prism_notes, "X32",
     "      - {macro: triangle_prism_on_plane, id: gable_left, plane: {origin: [0, 2.6, \"=$length / 2\"], normal: [0, 0, 1]},\n         leg_p: [-1.5, 0, 0], leg_q: [0, 0.7, 0], length: 0.3}\n"},
    {&plane_object, "`plane` of a triangle_prism_on_plane", "", plane_notes, {},
     "      - {macro: triangle_prism_on_plane, id: gable_right, plane: {origin: [0, 2.6, \"=$length / 2\"], normal: [0, 0, 1]},\n"},
    {&armature_object, "an element of `armatures`", "A skeleton.", armature_notes, "W09",
     "armatures:\n  - id: rig\n    bones:\n      - {id: shoulder, parent: none, head: [0, 0, 0], tail: [0, 0.5, 0]}\n      - {id: elbow, parent: shoulder, head: [0, 0.5, 0], tail: [0, 1, 0]}\n"},
    {&bone_object, "an element of `bones`", "From head to tail, both points of the asset. It turns about its head.", bone_notes, {},
     "      - {id: neck, parent: chest, head: [0, 0.56, -0.24], tail: [0, 0.7, -0.36]}\n"},
    {&binding_object, "an element of `bindings`", "Lets a mesh follow an armature. A mesh has at most one binding.", binding_notes, "V12",
     "bindings:\n  - mesh_id: arm\n    armature_id: rig\n    weight_maps:\n"},
    {&weights_object, "an element of `weights`", "Influences of all vertices of a primitive.", weights_notes, {},
     "      - {primitive_id: foot, bones: [{bone_id: base, weight: 1}]}\n"},
    {&weight_map_object, "an element of `weight_maps`", "Influences of single vertices of a primitive: at least one of `gradients`, `overrides` and `source`.", weight_map_notes, "V23",
     "      - primitive_id: flag\n        source: 07-flag.weights.json\n"},
    {&gradient_object, "an element of `gradients`", "Blends from one list of influences to another along an axis. It sets every vertex of the primitive; of several gradients the last one counts.", gradient_notes, "W12",
     "          - axis: y\n            range: [0.35, 0.65]\n            from: {bone_id: shoulder, weight: 1}\n            to: {bone_id: elbow, weight: 1}\n"},
    {&override_object, "an element of `overrides`", "Influences of vertices by number.", override_notes, {},
     "          - {vertices: [1, 2, 10, 11, 18, 23], bones: [{bone_id: east_rope, weight: 1}]}\n"},
    {&influence_object, "an element of a list of influences", "A bone and its share. The shares of a vertex are divided by their sum; the four greatest count.", influence_notes, "W14",
     "            from: {bone_id: shoulder, weight: 1}\n"},
    {&weight_file_object, "the JSON file that `source` names", "Influences of vertices, as written by tools.", weight_file_notes, "V20",
     "  \"primitive_id\": \"flag\",\n  \"vertex_count\": 24,\n  \"influences\": [\n"},
    {&weight_file_entry_object, "an element of `influences` in a weight file", "", weight_file_entry_notes, {},
     "    {\"vertex\": 0, \"bones\": [{\"bone_id\": \"wind\", \"weight\": 1}]},\n"},
    {&symmetry_object, "`symmetry` of the document", "", symmetry_notes, {}, "symmetry:\n  mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}\n"},
    {&mirror_x_object, "`mirror_x` of `symmetry`", "Primitives, bones, anchors and instances whose ids have the prefix get a mirror image at x = 0, with its weights.", mirror_x_notes, "W17 W18 X36",
     "symmetry:\n  mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}\n"},
    {&pose_object, "an element of `poses`", "Where every bone is. The keys of `bones` are ids of bones, of whichever armature.", pose_notes, "W07",
     "  - id: bent\n    bones:\n      shoulder: {rotation: [1, 0, 0, 0], translation: [0, 0, 0]}\n      elbow: {rotation: [0.819152044289, 0, 0, 0.573576436351], translation: [0, 0.5, 0]}\n"},
    {&pose_entry_object, "a value of a pose's `bones`; its key is the bone", "The place of one bone in the asset; nothing is inherited from its parent. `scale`, `shear` and `matrix` are refused (V35).", pose_entry_notes, "V35",
     "      elbow: {rotation: [0.819152044289, 0, 0, 0.573576436351], translation: [0, 0.5, 0]}\n"},
    {&anchor_object, "an element of `anchors`", "A named point, for frames.", anchor_notes, {}, "  - {id: hub, translation: [0, 0, 0]}\n"},
    {&import_object, "a value of `imports`; its key is the name. In a scene it may be the path alone", "Another asset.", import_notes, {},
     "imports:\n  wheel: {source: parts/wheel.rigy.yaml, contract: parts/wheel.ricy.yaml}\n"},
    {&instance_object, "an element of `instances`", "An import, or once more a mesh of this file, at a place of its own: exactly one of `import` and `mesh_id`.", instance_notes, {},
     "  - id: L_front_wheel\n    import: wheel\n    attach3: {from: [hub, out, up], to: [L_front, L_front_out, L_front_up], mode: rigid}\n"},
    {&attach3_object, "`attach3` of an instance", "Lays the frame of three anchors onto another.", attach3_notes, "X23",
     "    attach3: {from: [hub, out, up], to: [L_rear, L_rear_out, L_rear_up], mode: uniform}\n"},
    {&contract_object, "the whole of a `.ricy.yaml` file", "What an imported asset must have, and names for its frames.", contract_notes, "V31 X24",
     "contract_version: \"0.1\"\nrequired_frame3_sets: [foot, top]\nframe3_sets:\n  foot: [foot_a, foot_b, foot_c]\n  top: [top_a, top_b, top_c]\n"},
    {&rigs_document_object, "the whole of a `.rigs.yaml` file", "A scene: assets on each other.", rigs_document_notes, "R06 R07",
     "imports:\n  room: parts/room.rigy.yaml\n  table: {source: parts/table.rigy.yaml, contract: parts/furniture.ricy.yaml}\n"},
    {&scene_object, "`scene` of a scene document", "The root asset and what is placed on it.", scene_notes, {}, "scene:\n  base: room\n  children:\n    - id: table1\n      base: table\n      place:\n"},
    {&child_object, "an element of `children`", "An asset that is placed on its parent.", child_notes, {},
     "        - id: lamp1\n          base: lamp\n          place:\n            slot: {name: top}\n            mount: {name: foot}\n            nudge: {east: 45cm, north: 10cm}\n"},
    {&place_object, "`place` of a child", "The child's mount lands on a slot of its parent, turned and moved.", place_notes, "R10 R13",
     "        slot: {anchors: [middle, middle_x, middle_y]}\n        mount: {name: foot}\n        rotate: 90deg\n        nudge: {east: -60cm, north: -30cm}\n"},
    {&slot_object, "`slot` of a place", "A frame of the parent: exactly one of `anchors` and `name`.", frame_notes, {}, "        slot: {anchors: [middle, middle_x, middle_y]}\n"},
    {&mount_object, "`mount` of a place", "A frame of the child: exactly one of `anchors` and `name`.", frame_notes, {}, "        mount: {name: foot}\n"},
    {&nudge_object, "`nudge` of a place", "A number of metres, or a number with a unit and no space: m, cm, in, ft.", nudge_notes, {}, "        nudge: {east: -60cm, north: -30cm}\n"},
});

// clang-format on

}  // namespace

std::span<const ObjectNote> object_notes() { return notes; }

}  // namespace rigy::language

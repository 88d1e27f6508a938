#include "tables/schema.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "common/unreachable.hpp"

namespace rigy::language {
namespace {

// One object per entry.
// clang-format off

constexpr auto all_objects = std::to_array<ObjectRow>({
    {&document_object, document_rows, "the whole of a `.rigy.yaml` file", "An asset: meshes, armatures, and what connects them.", "P01 P02 P07 P09 R06 X25",
     "version: \"0.13\"\n\nmaterials:\n  orange: {base_color: [0.8, 0.25, 0.05, 1]}\n\nmeshes:\n  - id: box\n    material: orange\n    primitives:\n      - id: body\n        type: box\n        dimensions: {x: 0.6, y: 0.4, z: 0.4}\n        transform: {translation: [0, 0.2, 0]}\n"},
    {&coordinate_system_object, coordinate_system_rows, "`coordinate_system` of the document", "Says what holds anyway: meters, y up, right-handed; a model faces -z and has its left at -x.", {},
     "coordinate_system: {up: Y, forward: -Z, handedness: right}\n"},
    {&material_object, material_rows, "a value of `materials`; its key is the id", "A color.", "V37",
     "  oak: {base_color: [0.25, 0.12, 0.05, 1], uses_uv_roles: [albedo]}\n"},
    {&mesh_object, mesh_rows, "an element of `meshes`", "Shapes that belong together. A mesh is bound to an armature as a whole.", {},
     "  - id: crate\n    material: planks\n    uv_sets: {uv0: {generator: box_project@1}}\n    uv_roles: {albedo: {set: uv0}}\n    primitives:\n"},
    {&uv_set_object, uv_set_rows, "a value of `uv_sets`; its key is `uv0`, `uv1`, …", "Texture coordinates, made from the vertices.", "V55",
     "    uv_sets: {uv0: {generator: cylindrical@1}}\n"},
    {&uv_role_object, uv_role_rows, "a value of `uv_roles`; its key is the role", "What a UV set is for. Roles are `albedo`, `detail`, `directional`, `radial`, `decal` and `lightmap`.", "V43 V44",
     "    uv_roles: {albedo: {set: uv0}}\n"},
    {&primitive_object, primitive_rows, "an element of `primitives`", "A shape. A box may have `aabb` instead of `dimensions` and `transform`; `type: implicit_surface` has [fields of its own](#implicit-surface).", {},
     "      - id: foot\n        type: cylinder\n        dimensions: {radius: 0.15, height: 0.04}\n        transform: {translation: [0, 0.02, 0]}\n"},
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define RIGY_SHAPE_SLIP(word, help)
#define RIGY_SHAPE(name, word, feature, generator, text, example, ...) {&word##_dimensions, word##_dimensions_rows, "`dimensions` of a `" #word "`", text, {}, example},
#include "tables/shapes.def"
#undef RIGY_SHAPE
#undef RIGY_SHAPE_SLIP
// NOLINTEND(cppcoreguidelines-macro-usage)
    {&transform_object, transform_rows, "`transform` of a primitive", "Where a shape is: rotated about its own origin, then moved. At most one of the four forms of rotation.", "V72",
     "         transform: {translation: [0.02, 1.22, 0], rotation_degrees: [0, 0, -15]}}\n"},
    {&axis_angle_object, axis_angle_rows, "`rotation_axis_angle`", "A rotation about an axis, counterclockwise when the axis points at you.", {},
     "      - id: roof\n        type: wedge\n        dimensions: {x: 1, y: 0.4, z: 0.6}\n        transform: {translation: [0, 0.4, 0.8],\n          rotation_axis_angle: {axis: [1, 0, 0], degrees: -90}}\n"},
    {&implicit_surface_object, implicit_surface_rows, "an element of `primitives` whose `type` is `implicit_surface`", "The surface on which the sum of the ops equals `iso`.", "W15 X37",
     "      - id: fruit\n        type: implicit_surface\n        iso: 0.25\n        domain:\n          aabb: {min: [-0.55, -0.05, -0.55], max: [0.55, 1.25, 0.55]}\n          grid: {nx: 45, ny: 53, nz: 45}\n        ops:\n          - {op: add, field: metaball_sphere@1, radius: 0.9, strength: 1,\n             transform: {translation: [0, 0.45, 0]}}\n"},
    {&domain_object, domain_rows, "`domain` of an implicit surface", "The box in which the surface is looked for. What lies outside is cut off, and leaves a hole.", {},
     "        domain:\n          aabb: {min: [-0.55, -0.05, -0.55], max: [0.55, 1.25, 0.55]}\n          grid: {nx: 45, ny: 53, nz: 45}\n"},
    {&aabb_object, aabb_rows, "`aabb` of a box or of a domain", "A box by two corners.", {},
     "      - {id: floor, type: box, material: boards, aabb: {min: [-2, -0.1, -2], max: [2, 0, 2]}}\n"},
    {&grid_object, grid_rows, "`grid` of a domain", "How many points are tried along each axis, the ends included; nx·ny·nz is at most 2,000,000.", {},
     "        domain:\n          aabb: {min: [-0.5, -0.5, -0.5], max: [0.5, 0.7, 0.5]}\n          grid: {nx: 16, ny: 16, nz: 16}\n"},
    {&extraction_object, extraction_rows, "`extraction` of an implicit surface", "How the surface is found.", {}, "        extraction: {algorithm: marching_cubes@1}\n"},
    {&sphere_op_object, sphere_op_rows, "an element of `ops` with a sphere field", "One term of the sum.", {},
     "          - {op: subtract, field: sdf_sphere@1, radius: 0.15, strength: 1.2,\n             transform: {translation: [0.42, 0.62, 0.2]}}\n"},
    {&capsule_op_object, capsule_op_rows, "an element of `ops` with a capsule field", "The same around a line along y instead of a point.", {},
     "          - op: add\n            field: metaball_capsule@1\n            radius: 0.16\n            height: $ears\n            strength: 1\n            transform: {translation: [0.18, \"=1.2 + $ears / 2\", 0], rotation_degrees: [0, 0, -15]}\n"},
    {&op_transform_object, op_transform_rows, "`transform` of an op", "Where the op is in the domain: scaled, then rotated, then moved.", "V72",
     "          - {op: add, field: sdf_sphere@1, radius: 0.1, strength: 1,\n             transform: {translation: [0, 0.1, 0], scale: [2, 2, 2]}}\n"},
    {&repeat_object, repeat_rows, "the only key of an element of any list of objects", "Stands for copies of its body, with index 0, 1, 2, …", "V64 V65",
     "      - repeat:\n          count: 12\n          as: i\n          body:\n            id: \"plank${i}\"\n            type: box\n            dimensions: {x: $width, y: 0.06, z: \"=$length / 12 - 0.04\"}\n            transform: {translation: [0, 0.03, \"=(${i} + 0.5) * $length / 12 - $length / 2\"]}\n"},
    {&box_decompose_object, box_decompose_rows, "an element of `primitives`", "A wall along x or z, as boxes around its cutouts.", "X30",
     "      - macro: box_decompose\n        id: wall\n        axis: x\n        span: [-1.5, 1.5]\n        height: 2.6\n        thickness: 0.3\n        offset: \"=$length / 2 + 0.15\"\n        cutouts:\n          - {id: passage, span: [\"=-$width / 2\", \"=$width / 2\"], top: 2.1}\n"},
    {&cutout_object, cutout_rows, "an element of `cutouts`", "A rectangular opening of a wall.", {}, "          - {id: window, span: [0.9, 1.6], bottom: 0.9, top: 1.8}\n"},
    {&prism_object, prism_rows, "an element of `primitives`", "A right triangle in a plane, extended along the normal: one wedge.", "X32",
     "      - {macro: triangle_prism_on_plane, id: gable_left,\n         plane: {origin: [0, 2.6, \"=$length / 2\"], normal: [0, 0, 1]}, leg_p: [-1.5, 0, 0],\n         leg_q: [0, 0.7, 0], length: 0.3}\n"},
    {&plane_object, plane_rows, "`plane` of a triangle_prism_on_plane", "", {},
     "      - {macro: triangle_prism_on_plane, id: gable_right,\n         plane: {origin: [0, 2.6, \"=$length / 2\"], normal: [0, 0, 1]}, leg_p: [1.5, 0, 0],\n"},
    {&armature_object, armature_rows, "an element of `armatures`", "A skeleton.", "W09",
     "armatures:\n  - id: rig\n    bones:\n      - {id: shoulder, parent: none, head: [0, 0, 0], tail: [0, 0.5, 0]}\n      - {id: elbow, parent: shoulder, head: [0, 0.5, 0], tail: [0, 1, 0]}\n"},
    {&bone_object, bone_rows, "an element of `bones`", "From head to tail, both points of the asset. It turns about its head.", {},
     "      - {id: neck, parent: chest, head: [0, 0.56, -0.24], tail: [0, 0.7, -0.36]}\n"},
    {&binding_object, binding_rows, "an element of `bindings`", "Lets a mesh follow an armature. A mesh has at most one binding.", "V12",
     "bindings:\n  - mesh_id: arm\n    armature_id: rig\n    weight_maps:\n"},
    {&weights_object, weights_rows, "an element of `weights`", "Influences of all vertices of a primitive.", {},
     "      - {primitive_id: foot, bones: [{bone_id: base, weight: 1}]}\n"},
    {&weight_map_object, weight_map_rows, "an element of `weight_maps`", "Influences of single vertices of a primitive: at least one of `gradients`, `overrides` and `source`.", "V23",
     "      - primitive_id: flag\n        source: 07-flag.weights.json\n"},
    {&gradient_object, gradient_rows, "an element of `gradients`", "Blends from one list of influences to another along an axis. It sets every vertex of the primitive; of several gradients the last one counts.", "W12",
     "          - axis: y\n            range: [0.35, 0.65]\n            from: {bone_id: shoulder, weight: 1}\n            to: {bone_id: elbow, weight: 1}\n"},
    {&override_object, override_rows, "an element of `overrides`", "Influences of vertices by number.", {},
     "          - {vertices: [1, 2, 10, 11, 18, 23], bones: [{bone_id: east_rope, weight: 1}]}\n"},
    {&influence_object, influence_rows, "an element of a list of influences", "A bone and its share. The shares of a vertex are divided by their sum; the four greatest count.", "W14",
     "            from: {bone_id: shoulder, weight: 1}\n"},
    {&weight_file_object, weight_file_rows, "the JSON file that `source` names", "Influences of vertices, as written by tools.", "V20",
     "  \"primitive_id\": \"flag\",\n  \"vertex_count\": 24,\n  \"influences\": [\n"},
    {&weight_file_entry_object, weight_file_entry_rows, "an element of `influences` in a weight file", "", {},
     "    {\"vertex\": 0, \"bones\": [{\"bone_id\": \"wind\", \"weight\": 1}]},\n"},
    {&symmetry_object, symmetry_rows, "`symmetry` of the document", "", {}, "symmetry:\n  mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}\n"},
    {&mirror_x_object, mirror_x_rows, "`mirror_x` of `symmetry`", "Primitives, bones, anchors and instances whose ids have the prefix get a mirror image at x = 0, with its weights.", "W17 W18 X36",
     "symmetry:\n  mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}\n"},
    {&pose_object, pose_rows, "an element of `poses`", "Where every bone is. The keys of `bones` are ids of bones, of whichever armature.", "W07",
     "  - id: bent\n    bones:\n      shoulder: {rotation: [1, 0, 0, 0], translation: [0, 0, 0]}\n      elbow: {rotation: [0.819152044289, 0, 0, 0.573576436351], translation: [0, 0.5, 0]}\n"},
    {&pose_entry_object, pose_entry_rows, "a value of a pose's `bones`; its key is the bone", "The place of one bone in the asset; nothing is inherited from its parent. `scale`, `shear` and `matrix` are refused (V35).", "V35",
     "      elbow: {rotation: [0.819152044289, 0, 0, 0.573576436351], translation: [0, 0.5, 0]}\n"},
    {&anchor_object, anchor_rows, "an element of `anchors`", "A named point, for frames.", {}, "  - {id: hub, translation: [0, 0, 0]}\n"},
    {&import_object, import_rows, "a value of `imports`; its key is the name. In a scene it may be the path alone", "Another asset.", {},
     "imports:\n  wheel: {source: parts/wheel.rigy.yaml, contract: parts/wheel.ricy.yaml}\n"},
    {&instance_object, instance_rows, "an element of `instances`", "An import, or once more a mesh of this file, at a place of its own: exactly one of `import` and `mesh_id`.", {},
     "  - id: L_front_wheel\n    import: wheel\n    attach3: {from: [hub, out, up], to: [L_front, L_front_out, L_front_up], mode: rigid}\n"},
    {&attach3_object, attach3_rows, "`attach3` of an instance", "Lays the frame of three anchors onto another.", "X23",
     "    attach3: {from: [hub, out, up], to: [L_rear, L_rear_out, L_rear_up], mode: uniform}\n"},
    {&contract_object, contract_rows, "the whole of a `.ricy.yaml` file", "What an imported asset must have, and names for its frames.", "V31 X24",
     "contract_version: \"0.1\"\nrequired_frame3_sets: [foot, top]\nframe3_sets:\n  foot: [foot_a, foot_b, foot_c]\n  top: [top_a, top_b, top_c]\n"},
    {&rigs_document_object, rigs_document_rows, "the whole of a `.rigs.yaml` file", "A scene: assets on each other.", "R06 R07",
     "imports:\n  room: parts/room.rigy.yaml\n  table: {source: parts/table.rigy.yaml, contract: parts/furniture.ricy.yaml}\n"},
    {&scene_object, scene_rows, "`scene` of a scene document", "The root asset and what is placed on it.", {}, "scene:\n  base: room\n  children:\n    - id: table1\n      base: table\n      place:\n"},
    {&child_object, child_rows, "an element of `children`", "An asset that is placed on its parent.", {},
     "        - id: lamp1\n          base: lamp\n          place:\n            slot: {name: top}\n            mount: {name: foot}\n            nudge: {north: 10cm, east: 45cm}\n"},
    {&place_object, place_rows, "`place` of a child", "The child's mount lands on a slot of its parent, turned and moved.", "R10 R13",
     "        slot: {anchors: [middle, middle_x, middle_y]}\n        mount: {name: foot}\n        rotate: 90deg\n        nudge: {north: -30cm, east: -60cm}\n"},
    {&slot_object, slot_rows, "`slot` of a place", "A frame of the parent: exactly one of `anchors` and `name`.", {}, "        slot: {anchors: [middle, middle_x, middle_y]}\n"},
    {&mount_object, mount_rows, "`mount` of a place", "A frame of the child: exactly one of `anchors` and `name`.", {}, "        mount: {name: foot}\n"},
    {&nudge_object, nudge_rows, "`nudge` of a place", "A number of meters, or a number with a unit and no space: m, cm, in, ft.", {}, "        nudge: {north: -30cm, east: -60cm}\n"},
    {&motion_document_object, motion_document_rows, "the whole of a `.rigm.yaml` file", "Poses and clips of an asset. Our extension, not part of the public language: see [motion](motion.md).", "M02 M14",
     "asset: walker.rigy.yaml\n"},
    {&motion_pose_object, motion_pose_rows, "a value of `poses` of a motion document; its key is the name", "How bones are turned and moved; those that are not named are at rest relative to their parents.", "M07",
     "  passing:\n    from: contact\n"},
    {&turn_object, turn_rows, "a value of `turn`; its key is the bone", "A rotation relative to the bone's parent: three angles, an axis with an angle, or a quaternion.", "M09",
     "      L_upper_arm: {x: -22}\n"},
    {&reach_object, reach_rows, "an element of `reach`", "Turns a chain of bones so that the tail of the last one comes to a point.", "M10 M12",
     "      - {bone: L_shin, to: [-0.09, 0.08, -0.2], pole: [0, 0, -1], level: [L_foot]}\n"},
    {&clip_object, clip_rows, "a value of `clips`; its key is the name", "A motion through poses in time.", "M11 M14",
     "  walk:\n    length: 1\n    loop: true\n"},
    {&key_object, key_rows, "an element of `keys`", "A pose at a time.", {},
     "      - {at: 0.5, pose: contact, mirror: true}\n"},
});

// clang-format on

bool starts_with_vowel(std::string_view word) {
  return std::string_view("aeio").find(word[0]) != std::string_view::npos;
}

std::string plural_of(std::string_view name) {
  if (name == "child") return "children";
  if (name.ends_with("sh") || name.ends_with("ch")) return fmt::format("{}es", name);
  if (name.ends_with('y')) return fmt::format("{}ies", name.substr(0, name.size() - 1));
  return fmt::format("{}s", name);
}

std::string form_of_number(const Type& type) {
  const std::string_view kind = type.whole ? "a whole number" : "a number";
  switch (type.range) {
    case Range::All:
      return std::string(kind);
    case Range::Positive:
      return fmt::format("{} greater than 0", kind);
    case Range::NotNegative:
      return fmt::format("{}, at least 0", kind);
    case Range::AtLeastTwo:
      return fmt::format("{}, at least 2", kind);
    case Range::NotZero:
      return fmt::format("{} other than 0", kind);
    case Range::ZeroToOne:
      return fmt::format("{} from 0 to 1", kind);
  }
  unreachable();
}

// "x, y or z".
std::string form_of_words(std::span<const Word> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i].name;
  }
  return text;
}

std::string form_of_reference(ItemKind item) {
  if (item == ItemKind::Import) return "a name under imports";
  const std::string_view name = name_of(item);
  return fmt::format("the id of {} {}", starts_with_vowel(name) ? "an" : "a", name);
}

const Object* first_object(const Type& type) {
  return type.object != nullptr || type.of.empty() ? type.object : first_object(*type.of[0]);
}

std::string form_of_list(const Type& type) {
  const Object* object = first_object(type);
  if (object == nullptr) return "a list";
  if (type.at_least > 0) return fmt::format("a list of at least one {}", object->name);
  return fmt::format("a list of {}", plural_of(object->name));
}

}  // namespace

std::span<const ObjectRow> objects() { return all_objects; }

const ObjectRow& row_of(const Object& object) {
  return *std::find_if(all_objects.begin(), all_objects.end(),
                       [&object](const ObjectRow& row) { return row.object == &object; });
}

bool is_one_of_two(const ObjectRow& object, const FieldRow& field) {
  const auto pairs = [](const FieldRow& row, std::string_view other) {
    return (row.relation == Relation::ExactlyOne && row.other == other) ||
           (row.second_relation == Relation::ExactlyOne && row.second_other == other);
  };
  return std::any_of(object.rows.begin(), object.rows.end(), [&](const FieldRow& row) {
    return pairs(row, field.field.name) || pairs(field, row.field.name);
  });
}

std::string form_of(const Field& field) {
  const Type& type = field.type;
  if (!type.form.empty()) return std::string(type.form);
  switch (type.kind) {
    case TypeKind::Number:
      return form_of_number(type);
    case TypeKind::Word:
      return form_of_words(type.words);
    case TypeKind::Id:
      return "a unique name";
    case TypeKind::Reference:
      return form_of_reference(type.item);
    case TypeKind::Path:
      return "a path relative to this file";
    case TypeKind::Text:
      return "text";
    case TypeKind::List:
      return form_of_list(type);
    default:
      return {};
  }
}

}  // namespace rigy::language

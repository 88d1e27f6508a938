// The objects of the language and their fields: used by the decoders, and the basis for a schema,
// completion, hover and a reference page.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tables/features.hpp"
#include "tables/version.hpp"

namespace rigy::language {

struct Field {
  std::string_view name;
  bool required = false;
  // How it is written, for help: "[x, y, z]".
  std::string_view form = {};
  // A one-line description.
  std::string_view description = {};
  Version since = oldest_version;
  // Another name for the same field.
  std::string_view alias = {};
  // Known only so that the caller can refuse it; never suggested.
  bool refused = false;
  // The diagnostic that refuses the field in a document of an older version.
  std::string_view refusal = "V33";
};

// Where the id of an object is.
enum class IdPlace : std::uint8_t { Field, Key, None };

struct Object {
  std::string_view name;  // "bone"
  std::span<const Field> fields;
  IdPlace id = IdPlace::Field;
  // What a message calls one without an id, if not by its name.
  std::string_view title = {};

  [[nodiscard]] constexpr std::string_view shown() const { return title.empty() ? name : title; }
};

// Every object of documents, contracts and scenes, each before those it contains.
[[nodiscard]] std::span<const Object* const> objects();

inline constexpr bool required = true;
inline constexpr bool optional = false;

// Forms shared by many fields.
inline constexpr std::string_view some_id = "a unique name";
inline constexpr std::string_view some_point = "[x, y, z]";
inline constexpr std::string_view some_size = "a number greater than 0";
inline constexpr std::string_view some_primitive = "the id of a primitive";
inline constexpr std::string_view some_influences = "[{bone_id: <bone id>, weight: 1}]";

// One field per line.
// clang-format off

inline constexpr Field document_fields[] = {
    {"version", required, "\"" RIGY_NEWEST_VERSION "\"", "the version of the language, as text"},
    {"units", optional, "meters", "the unit of all lengths"},
    {"coordinate_system", optional, "{up: Y, forward: -Z, handedness: right}", "the coordinate system; no other is supported"},
    {"tessellation_profile", optional, "v0_1_default", "how finely primitives are divided"},
    {"materials", optional, "{<id>: {base_color: [red, green, blue, alpha]}}", "the materials, by id", {0, 6}},
    {"meshes", optional, "a list of meshes", "the meshes, in the order of the output"},
    {"armatures", optional, "a list of armatures", "the skeletons"},
    {"bindings", optional, "a list of bindings", "which mesh follows which armature, and how"},
    {"symmetry", optional, "{mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}}", "what is mirrored"},
    {"skinning_solver", optional, "lbs or dqs", "how vertices follow bones, unless a binding says otherwise", {0, 5}},
    {"poses", optional, "a list of poses", "poses that can be baked", {0, 5}},
    {"anchors", optional, "a list of anchors", "named points", {0, 2}},
    {"imports", optional, "{<name>: {source: <path>}}", "other assets, by the names they have here", {0, 2}},
    {"instances", optional, "a list of instances", "where imports and meshes are placed", {0, 2}},
    {"params", optional, "{<name>: <number, text or boolean>}", "values that $name stands for", {0, 10}},
    {"geometry_checks", optional, "anything", "what `rigy inspect` checks; the output does not depend on it"},
};
inline constexpr Object document_object{"document", document_fields, IdPlace::None, "the document"};

inline constexpr Field coordinate_system_fields[] = {
    {"up", required, "Y", "the axis that points up"},
    {"forward", required, "-Z", "the axis that points forward"},
    {"handedness", required, "right", "the handedness"},
};
inline constexpr Object coordinate_system_object{"coordinate_system", coordinate_system_fields, IdPlace::None};

inline constexpr Field material_fields[] = {
    {"base_color", required, "[red, green, blue, alpha]", "the colour: linear, each component from 0 to 1", {0, 6}},
    {"uses_uv_roles", optional, "[albedo]", "the UV roles that its meshes must have", {0, 7}},
};
inline constexpr Object material_object{"material", material_fields, IdPlace::Key};

inline constexpr Field mesh_fields[] = {
    {"id", required, some_id, "the mesh's id, unique in the file"},
    {"name", optional, "text", "its name in the output, instead of the id"},
    {"primitives", required, "a list of at least one primitive", "the shapes that it is made of"},
    {"material", optional, "the id of a material", "the material of its primitives that name none", {0, 12}, {}, false, "V77"},
    {"uv_sets", optional, "{uv0: {generator: planar_xy@1}}", "the UV sets, uv0, uv1, …", {0, 8}},
    {"uv_roles", optional, "{albedo: {set: uv0}}", "what its UV sets are for", {0, 7}},
};
inline constexpr Object mesh_object{"mesh", mesh_fields};

inline constexpr Field uv_set_fields[] = {
    {"generator", optional, "planar_xy@1", "how the UVs are made from the vertices", {0, 8}},
};
inline constexpr Object uv_set_object{"UV set", uv_set_fields, IdPlace::Key};

inline constexpr Field uv_role_fields[] = {
    {"set", required, "uv0", "the UV set that it uses", {0, 7}},
};
inline constexpr Object uv_role_object{"UV role", uv_role_fields, IdPlace::Key};

inline constexpr Field primitive_fields[] = {
    {"id", required, some_id, "the primitive's id, unique in its mesh"},
    {"type", required, "box, sphere, cylinder, capsule or wedge", "its shape"},
    {"dimensions", required, "{x, y, z} of a box or wedge, {radius} of a sphere, {radius, height} of a cylinder or capsule", "its size in metres"},
    {"name", optional, "text", "a name for readers; not written to the output"},
    {"transform", optional, "{translation: [x, y, z], rotation_euler: [x, y, z]}", "where it is in the mesh"},
    {"material", optional, "the id of a material", "its material, of this file or <import>.<id>", {0, 6}},
    {"surface", optional, "text", "what it is made of, for other tools; it has no effect", {0, 11}},
    {"tags", optional, "[floor, walkable]", "words for other tools, in the output's extras", {0, 11}, {}, false, "X34"},
    {"aabb", optional, "{min: [x, y, z], max: [x, y, z]}", "a box's corners instead of dimensions and transform", {0, 11}},
};
inline constexpr Object primitive_object{"primitive", primitive_fields};

inline constexpr Field implicit_surface_fields[] = {
    {"id", required, some_id, "the primitive's id, unique in its mesh", {0, 13}},
    {"type", required, "implicit_surface", "its shape", {0, 13}},
    {"domain", required, "{aabb: {min: [x, y, z], max: [x, y, z]}, grid: {nx: 16, ny: 16, nz: 16}}", "where to look for the surface, and how finely", {0, 13}},
    {"iso", required, "a number", "the value of the field on the surface", {0, 13}},
    {"ops", required, "a list of at least one op", "the terms of the field", {0, 13}},
    {"extraction", optional, "{algorithm: marching_cubes@1}", "how the surface is found", {0, 13}},
    {"name", optional, "text", "a name for readers; not written to the output", {0, 13}},
    {"material", optional, "the id of a material", "its material, of this file or <import>.<id>", {0, 13}},
    {"surface", optional, "text", "what it is made of, for other tools; it has no effect", {0, 13}},
    {"tags", optional, "[rock]", "words for other tools, in the output's extras", {0, 13}},
    {"transform", optional, "{translation: [x, y, z]}", "where it is in the mesh", {0, 13}},
};
inline constexpr Object implicit_surface_object{"implicit surface", implicit_surface_fields};

inline constexpr Field domain_fields[] = {
    {"aabb", required, "{min: [x, y, z], max: [x, y, z]}", "its corners", {0, 13}},
    {"grid", required, "{nx: 16, ny: 16, nz: 16}", "the number of points along each axis", {0, 13}},
};
inline constexpr Object domain_object{"domain", domain_fields, IdPlace::None};

inline constexpr Field aabb_fields[] = {
    {"min", required, some_point, "the corner with the least coordinates", macro_version},
    {"max", required, some_point, "the corner with the greatest coordinates", macro_version},
};
inline constexpr Object aabb_object{"aabb", aabb_fields, IdPlace::None};

inline constexpr Field grid_fields[] = {
    {"nx", required, "a whole number, at least 2", "the number of points along x", {0, 13}},
    {"ny", required, "a whole number, at least 2", "the number of points along y", {0, 13}},
    {"nz", required, "a whole number, at least 2", "the number of points along z", {0, 13}},
};
inline constexpr Object grid_object{"grid", grid_fields, IdPlace::None};

inline constexpr Field extraction_fields[] = {
    {"algorithm", optional, "marching_cubes@1", "the only algorithm", {0, 13}},
};
inline constexpr Object extraction_object{"extraction", extraction_fields, IdPlace::None};

inline constexpr Field sphere_op_fields[] = {
    {"op", required, "add or subtract", "whether it adds to the field", {0, 13}},
    {"field", required, "metaball_sphere@1, metaball_capsule@1, sdf_sphere@1 or sdf_capsule@1", "its kind", {0, 13}},
    {"radius", required, some_size, "how far it reaches", {0, 13}},
    {"strength", required, some_size, "its value at the centre", {0, 13}},
    {"transform", optional, "{translation: [x, y, z], scale: [1, 1, 1]}", "where it is in the domain", {0, 13}},
};
inline constexpr Object sphere_op_object{"op", sphere_op_fields};

inline constexpr Field capsule_op_fields[] = {
    sphere_op_fields[0], sphere_op_fields[1], sphere_op_fields[2], sphere_op_fields[3], sphere_op_fields[4],
    {"height", optional, some_size, "the length of the axis, along y", {0, 13}},
};
inline constexpr Object capsule_op_object{"capsule op", capsule_op_fields};

inline constexpr Field box_dimensions_fields[] = {
    {"x", required, some_size, "the width", oldest_version, "width"},
    {"y", required, some_size, "the height", oldest_version, "height"},
    {"z", required, some_size, "the depth", oldest_version, "depth"},
};
inline constexpr Object box_dimensions{"box dimensions", box_dimensions_fields, IdPlace::None};

inline constexpr Field sphere_dimensions_fields[] = {
    {"radius", required, some_size, "the radius"},
};
inline constexpr Object sphere_dimensions{"sphere dimensions", sphere_dimensions_fields, IdPlace::None};

inline constexpr Field cylinder_dimensions_fields[] = {
    {"radius", required, some_size, "the radius"},
    {"height", required, some_size, "the height, along y"},
};
inline constexpr Object cylinder_dimensions{"cylinder dimensions", cylinder_dimensions_fields, IdPlace::None};

inline constexpr Field capsule_dimensions_fields[] = {
    {"radius", required, some_size, "the radius of the body and of its caps"},
    {"height", required, some_size, "the height of the body, without the caps"},
};
inline constexpr Object capsule_dimensions{"capsule dimensions", capsule_dimensions_fields, IdPlace::None};

inline constexpr Field wedge_dimensions_fields[] = {
    {"x", required, some_size, "the width"},
    {"y", required, some_size, "the height"},
    {"z", required, some_size, "the depth"},
};
inline constexpr Object wedge_dimensions{"wedge dimensions", wedge_dimensions_fields, IdPlace::None};

// Macros, which preprocessing replaces; it checks the version itself.

inline constexpr Field box_decompose_fields[] = {
    {"macro", optional, "box_decompose", "says that it is one", macro_version},
    {"id", required, "letters, digits and _", "what the ids of its boxes begin with", macro_version},
    {"mesh", optional, "the id of the mesh it stands in", "a note; it is checked from 0.12 on", macro_version},
    {"axis", required, "x or z", "the axis that the wall runs along", macro_version},
    {"span", required, "[start, end]", "where it begins and ends on the axis", macro_version},
    {"base_y", optional, "a number", "the height of its foot", macro_version},
    {"height", required, some_size, "its height", macro_version},
    {"thickness", required, some_size, "its thickness", macro_version},
    {"offset", optional, "a number", "where its middle is on the other horizontal axis", macro_version},
    {"offset_mode", optional, "centerline, neg_face or pos_face", "which part of it is at 0 on that axis, instead of offset", expression_version, {}, false, "V77"},
    {"cutouts", optional, "a list of cutouts", "its openings", macro_version},
    {"material", optional, "the id of a material", "the material of its boxes", macro_version},
    {"surface", optional, "text", "copied to its boxes", macro_version},
    {"tags", optional, "[wall]", "copied to its boxes", macro_version, {}, false, "X34"},
};
inline constexpr Object box_decompose_object{"macro: box_decompose", box_decompose_fields};

inline constexpr Field cutout_fields[] = {
    {"id", optional, "letters, digits and _", "part of the ids of the boxes below and above it; every cutout needs one", macro_version},
    {"span", required, "[start, end]", "where it begins and ends on the wall's axis", macro_version},
    {"bottom", optional, "a number", "its lower edge, from the foot of the wall", macro_version},
    {"top", optional, "a number", "its upper edge, from the foot of the wall", macro_version},
};
inline constexpr Object cutout_object{"cutout", cutout_fields};

inline constexpr Field prism_fields[] = {
    {"macro", optional, "triangle_prism_on_plane", "says that it is one", expression_version},
    {"id", required, "letters, digits and _", "the id of the wedge that it becomes", expression_version},
    {"plane", required, "{origin: [x, y, z], normal: [x, y, z]}", "the plane of the triangle", expression_version},
    {"leg_p", required, some_point, "one leg of the triangle, from its right angle", expression_version},
    {"leg_q", required, some_point, "the other leg", expression_version},
    {"length", required, some_size, "how far it extends along the normal", expression_version},
    {"material", optional, "the id of a material", "its material", expression_version},
    {"surface", optional, "text", "copied to the wedge", expression_version},
    {"tags", optional, "[roof]", "copied to the wedge", expression_version, {}, false, "X34"},
};
inline constexpr Object prism_object{"macro: triangle_prism_on_plane", prism_fields};

inline constexpr Field plane_fields[] = {
    {"origin", required, some_point, "where the right angle is", expression_version},
    {"normal", required, some_point, "the direction in which the prism extends; any length but 0", expression_version},
};
inline constexpr Object plane_object{"plane", plane_fields, IdPlace::None};

inline constexpr Object no_dimensions{"dimensions", {}, IdPlace::None};

inline constexpr Field transform_fields[] = {
    {"translation", optional, some_point, "the offset, applied after the rotation"},
    {"rotation_euler", optional, some_point, "angles in radians, about x, then y, then z"},
    {"rotation_degrees", optional, some_point, "the same angles in degrees", {0, 7}},
    {"rotation_axis_angle", optional, "{axis: [0, 1, 0], degrees: 90}", "a rotation about an axis", {0, 12}, {}, false, "V77"},
    {"rotation_quat", optional, "[x, y, z, w]", "a quaternion; the identity is [0, 0, 0, 1]", {0, 12}, {}, false, "V77"},
};
inline constexpr Object transform_object{"transform", transform_fields, IdPlace::None};

inline constexpr Field op_transform_fields[] = {
    transform_fields[0], transform_fields[1], transform_fields[2], transform_fields[3], transform_fields[4],
    {"scale", optional, "three equal numbers greater than 0", "its size, applied before the rotation", {0, 13}},
};
inline constexpr Object op_transform_object{"op transform", op_transform_fields, IdPlace::None};

inline constexpr Field axis_angle_fields[] = {
    {"axis", required, some_point, "the axis of rotation", {0, 12}},
    {"degrees", required, "a number", "the angle in degrees", {0, 12}},
};
inline constexpr Object axis_angle_object{"rotation_axis_angle", axis_angle_fields, IdPlace::None};

inline constexpr Field armature_fields[] = {
    {"id", required, some_id, "the armature's id, unique in the file"},
    {"name", optional, "text", "its name in the output, instead of the id"},
    {"bones", required, "a list of at least one bone", "its bones, in the order of the joints"},
};
inline constexpr Object armature_object{"armature", armature_fields};

inline constexpr Field bone_fields[] = {
    {"id", required, some_id, "the bone's id, unique in its armature"},
    {"parent", required, "none, or the id of another bone", "the bone that it is attached to"},
    {"head", required, some_point, "where it begins"},
    {"tail", required, some_point, "where it ends"},
    {"roll", optional, "a number", "the rotation about its own axis, in radians"},
};
inline constexpr Object bone_object{"bone", bone_fields};

inline constexpr Field binding_fields[] = {
    {"mesh_id", required, "the id of a mesh", "the mesh that is bound"},
    {"armature_id", required, "the id of an armature", "the armature that it follows"},
    {"weights", optional, "a list of weights entries", "influences of whole primitives"},
    {"weight_maps", optional, "a list of weight maps", "influences of single vertices", {0, 3}},
    {"skinning_solver", optional, "lbs or dqs", "how the vertices follow the bones", {0, 5}},
};
inline constexpr Object binding_object{"binding", binding_fields};

inline constexpr Field weights_fields[] = {
    {"primitive_id", required, some_primitive, "the primitive"},
    {"bones", required, some_influences, "the bones that it follows"},
};
inline constexpr Object weights_object{"weights entry", weights_fields};

inline constexpr Field influence_fields[] = {
    {"bone_id", required, "the id of a bone", "the bone"},
    {"weight", required, "a number from 0 to 1", "its share of the influence"},
};
inline constexpr Object influence_object{"influence", influence_fields};

inline constexpr Field weight_map_fields[] = {
    {"primitive_id", required, some_primitive, "the primitive", {0, 3}},
    {"gradients", optional, "a list of gradients", "influences that change along an axis", {0, 3}},
    {"overrides", optional, "a list of overrides", "influences of vertices by number", {0, 3}},
    {"source", optional, "a path relative to this file", "a JSON file with influences of vertices", {0, 3}},
};
inline constexpr Object weight_map_object{"weight map", weight_map_fields};

inline constexpr Field gradient_fields[] = {
    {"axis", required, "x, y or z", "the axis of the asset", {0, 3}},
    {"range", required, "[start, end]", "where it begins and ends on the axis", {0, 3}},
    {"from", required, some_influences, "the influences at its start", {0, 3}},
    {"to", required, some_influences, "the influences at its end", {0, 3}},
};
inline constexpr Object gradient_object{"gradient", gradient_fields};

inline constexpr Field override_fields[] = {
    {"vertices", required, "[0, 1, 2]", "numbers of the primitive's vertices", {0, 3}},
    {"bones", required, some_influences, "the bones that they follow", {0, 3}},
};
inline constexpr Object override_object{"override", override_fields};

inline constexpr Field symmetry_fields[] = {
    {"mirror_x", optional, "{prefix_from: \"L_\", prefix_to: \"R_\"}", "mirroring at x = 0"},
};
inline constexpr Object symmetry_object{"symmetry", symmetry_fields, IdPlace::None};

inline constexpr Field mirror_x_fields[] = {
    {"prefix_from", required, "\"L_\"", "items whose ids begin with this prefix are mirrored"},
    {"prefix_to", required, "\"R_\"", "the prefix of the mirrored ids"},
};
inline constexpr Object mirror_x_object{"mirror_x", mirror_x_fields, IdPlace::None};

inline constexpr Field pose_fields[] = {
    {"id", required, some_id, "the pose's id, unique in the file", {0, 5}},
    {"bones", required, "{<bone id>: {rotation: [w, x, y, z]}}", "how each bone moves", {0, 5}},
};
inline constexpr Object pose_object{"pose", pose_fields};

inline constexpr Field pose_entry_fields[] = {
    {"rotation", optional, "[w, x, y, z]", "a unit quaternion, about the bone's head", {0, 5}},
    {"translation", optional, some_point, "where the bone's head goes", {0, 5}},
    {.name = "scale", .since = {0, 5}, .refused = true},
    {.name = "shear", .since = {0, 5}, .refused = true},
    {.name = "matrix", .since = {0, 5}, .refused = true},
};
inline constexpr Object pose_entry_object{"pose entry", pose_entry_fields, IdPlace::Key};

inline constexpr Field anchor_fields[] = {
    {"id", required, some_id, "the anchor's id, unique in the file", {0, 2}},
    {"translation", required, some_point, "where it is", {0, 2}},
    {"scope", optional, "text", "a note for readers; it has no effect", {0, 2}},
};
inline constexpr Object anchor_object{"anchor", anchor_fields};

inline constexpr Field import_fields[] = {
    {"source", required, "a path relative to this file", "the asset", {0, 2}},
    {"contract", optional, "a path relative to this file", "the contract that it must satisfy", {0, 2}},
};
inline constexpr Object import_object{"import", import_fields, IdPlace::Key};

inline constexpr Field instance_fields[] = {
    {"id", required, some_id, "the instance's id, unique in the file", {0, 2}},
    {"import", optional, "a name under imports", "the asset that is placed", {0, 2}},
    {"mesh_id", optional, "the id of a mesh of this file", "the mesh that is placed, instead of an import", {0, 2}},
    {"attach3", optional, "{from: [a, b, c], to: [a, b, c], mode: rigid}", "where it is placed", {0, 2}},
};
inline constexpr Object instance_object{"instance", instance_fields};

inline constexpr Field attach3_fields[] = {
    {"from", required, "[a, b, c], three anchors of the import", "the anchors by which it is attached", {0, 2}},
    {"to", required, "[a, b, c], three anchors of this file", "the anchors to which it is attached", {0, 2}},
    {"mode", required, "rigid, uniform or affine", "how it may be deformed to fit", {0, 2}},
};
inline constexpr Object attach3_object{"attach3", attach3_fields, IdPlace::None};

inline constexpr Field contract_fields[] = {
    {"contract_version", required, "\"0.1\"", "the version of the contract language", {0, 2}},
    {"required_anchors", optional, "[a, b, c]", "anchors that the asset must have", {0, 2}},
    {"required_frame3_sets", optional, "[a, b, c]", "sets under frame3_sets that it must have", {0, 2}},
    {"frame3_sets", optional, "{<name>: [a, b, c]}", "triples of anchors", {0, 2}},
};
inline constexpr Object contract_object{"contract", contract_fields, IdPlace::None};

// Scenes.

inline constexpr Field rigs_document_fields[] = {
    {"rigs_version", required, "\"" RIGY_RIGS_VERSION "\"", "the version of the scene language, as text"},
    {"imports", required, "{<name>: <path>}", "the assets, by the names they have here"},
    {"scene", required, "{base: <import>}", "what is placed where"},
};
inline constexpr Object rigs_document_object{"scene document", rigs_document_fields, IdPlace::None, "the scene document"};

inline constexpr Field scene_fields[] = {
    {"base", required, "a name under imports", "the asset at the origin"},
    {"children", optional, "a list of children", "what is placed on it"},
};
inline constexpr Object scene_object{"scene", scene_fields, IdPlace::None, "the scene"};

inline constexpr Field child_fields[] = {
    {"id", required, some_id, "the child's id, unique in the scene and the name of its node"},
    {"base", required, "a name under imports", "the asset that is placed"},
    {"place", required, "{slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}", "where it is placed on its parent"},
    {"children", optional, "a list of children", "what is placed on it"},
};
inline constexpr Object child_object{"child", child_fields};

inline constexpr Field place_fields[] = {
    {"slot", optional, "{anchors: [a, b, c]} or {name: <name>}", "the frame of the parent that the mount lands on"},
    {"mount", optional, "{anchors: [a, b, c]} or {name: <name>}", "the frame of the child that lands on the slot"},
    {"rotate", optional, "0deg, 90deg, 180deg or 270deg", "a turn about the slot's y axis"},
    {"nudge", optional, "{north: 20cm, east: -1in, up: 0}", "an offset along the slot's axes"},
};
inline constexpr Object place_object{"place", place_fields, IdPlace::None};

inline constexpr Field slot_fields[] = {
    {"anchors", optional, "[a, b, c], three anchors of the parent", "origin, direction of x, and a point of the plane"},
    {"name", optional, "a frame of the parent's contract", "slots.<name> or <name> under frame3_sets"},
};
inline constexpr Object slot_object{"slot", slot_fields, IdPlace::None};

inline constexpr Field mount_fields[] = {
    {"anchors", optional, "[a, b, c], three anchors of the child", "origin, direction of x, and a point of the plane"},
    {"name", optional, "a frame of the child's contract", "mounts.<name> or <name> under frame3_sets"},
};
inline constexpr Object mount_object{"mount", mount_fields, IdPlace::None};

inline constexpr Field nudge_fields[] = {
    {"north", optional, "a length: 0.2, 20cm, 8in, 1ft", "how far along the slot's z axis"},
    {"east", optional, "a length: 0.2, 20cm, 8in, 1ft", "how far along the slot's x axis"},
    {"up", optional, "a length: 0.2, 20cm, 8in, 1ft", "how far along the slot's y axis"},
};
inline constexpr Object nudge_object{"nudge", nudge_fields, IdPlace::None};

// clang-format on

}  // namespace rigy::language

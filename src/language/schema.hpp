// The objects of the language and their fields: what decoders read by, and what a schema,
// completion, hover and a reference page can be made from.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "language/version.hpp"

namespace rigy {

struct Field {
  std::string_view name;
  bool required = false;
  // How it is written, for help: "[x, y, z]".
  std::string_view form = {};
  // What it is, in one line.
  std::string_view description = {};
  Version since = oldest_version;
  // Another name for the same field.
  std::string_view alias = {};
  // Known only to be refused by the caller, so never suggested.
  bool refused = false;
};

// Where the id of an object stands.
enum class IdPlace : std::uint8_t { Field, Key, None };

struct Object {
  std::string_view name;  // "bone"
  std::span<const Field> fields;
  IdPlace id = IdPlace::Field;
  // As a message calls one without an id, if not by its name.
  std::string_view title = {};

  [[nodiscard]] constexpr std::string_view shown() const { return title.empty() ? name : title; }
};

// Every object of documents and contracts, each before those that stand in it.
[[nodiscard]] std::span<const Object* const> objects();

inline constexpr bool required = true;
inline constexpr bool optional = false;

// Forms that many fields share.
inline constexpr std::string_view some_id = "a name of its own";
inline constexpr std::string_view some_point = "[x, y, z]";
inline constexpr std::string_view some_size = "a number greater than 0";
inline constexpr std::string_view some_primitive = "the id of a primitive";
inline constexpr std::string_view some_influences = "[{bone_id: <bone id>, weight: 1}]";

// clang-format off: one field per line

inline constexpr Field document_fields[] = {
    {"version", required, "\"" RIGY_NEWEST_VERSION "\"", "the version of the language, as text"},
    {"units", optional, "meters", "the unit of all lengths"},
    {"coordinate_system", optional, "{up: Y, forward: -Z, handedness: right}",
     "the coordinate system; no other is possible"},
    {"tessellation_profile", optional, "v0_1_default", "how finely primitives are divided"},
    {"materials",
     optional,
     "{<id>: {base_color: [red, green, blue, alpha]}}",
     "the materials, by id",
     {0, 6}},
    {"meshes", optional, "a list of meshes", "the meshes, in the order of the output"},
    {"armatures", optional, "a list of armatures", "the skeletons"},
    {"bindings", optional, "a list of bindings", "which mesh follows which armature, and how"},
    {"symmetry", optional, "{mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}}",
     "what is mirrored to the other side"},
    {"skinning_solver",
     optional,
     "lbs or dqs",
     "how vertices follow bones, unless a binding says otherwise",
     {0, 5}},
    {"poses", optional, "a list of poses", "poses that can be baked", {0, 5}},
    {"anchors", optional, "a list of anchors", "named points", {0, 2}},
    {"imports",
     optional,
     "{<name>: {source: <path>}}",
     "other assets, by the names they have here",
     {0, 2}},
    {"instances", optional, "a list of instances", "where imports and meshes are placed", {0, 2}},
};
inline constexpr Object document_object{"document", document_fields, IdPlace::None, "the document"};

inline constexpr Field coordinate_system_fields[] = {
    {"up", required, "Y", "the axis that points up"},
    {"forward", required, "-Z", "the axis that points forward"},
    {"handedness", required, "right", "right-handed or not"},
};
inline constexpr Object coordinate_system_object{"coordinate_system", coordinate_system_fields};

inline constexpr Field material_fields[] = {
    {"base_color",
     required,
     "[red, green, blue, alpha]",
     "the colour: linear, each component from 0 to 1",
     {0, 6}},
};
inline constexpr Object material_object{"material", material_fields, IdPlace::Key};

inline constexpr Field mesh_fields[] = {
    {"id", required, some_id, "the mesh's id, unique in the file"},
    {"name", optional, "text", "its name in the output, instead of the id"},
    {"primitives", required, "a list of at least one primitive", "what it is made of"},
};
inline constexpr Object mesh_object{"mesh", mesh_fields};

inline constexpr Field primitive_fields[] = {
    {"id", required, some_id, "the primitive's id, unique in its mesh"},
    {"type", required, "box, sphere, cylinder or capsule", "its shape"},
    {"dimensions", required,
     "{x, y, z} of a box, {radius} of a sphere, {radius, height} of a cylinder or capsule",
     "its size in metres"},
    {"name", optional, "text", "a name for people; it is not in the output"},
    {"transform", optional, "{translation: [x, y, z], rotation_euler: [x, y, z]}",
     "where it is in the mesh"},
    {"material",
     optional,
     "the id of a material",
     "its material, of this file or <import>.<id>",
     {0, 6}},
};
inline constexpr Object primitive_object{"primitive", primitive_fields};

inline constexpr Field box_dimensions_fields[] = {
    {"x", required, some_size, "the width", oldest_version, "width"},
    {"y", required, some_size, "the height", oldest_version, "height"},
    {"z", required, some_size, "the depth", oldest_version, "depth"},
};
inline constexpr Object box_dimensions{"box dimensions", box_dimensions_fields};

inline constexpr Field sphere_dimensions_fields[] = {
    {"radius", required, some_size, "the radius"},
};
inline constexpr Object sphere_dimensions{"sphere dimensions", sphere_dimensions_fields};

inline constexpr Field cylinder_dimensions_fields[] = {
    {"radius", required, some_size, "the radius"},
    {"height", required, some_size, "the height, along y"},
};
inline constexpr Object cylinder_dimensions{"cylinder dimensions", cylinder_dimensions_fields};

inline constexpr Field capsule_dimensions_fields[] = {
    {"radius", required, some_size, "the radius of the body and of its caps"},
    {"height", required, some_size, "the height of the body, without the caps"},
};
inline constexpr Object capsule_dimensions{"capsule dimensions", capsule_dimensions_fields};

inline constexpr Field wedge_dimensions_fields[] = {
    {"x", required, some_size, "the width", {0, 9}},
    {"y", required, some_size, "the height", {0, 9}},
    {"z", required, some_size, "the depth", {0, 9}},
};
inline constexpr Object wedge_dimensions{"wedge dimensions", wedge_dimensions_fields};

inline constexpr Object no_dimensions{"dimensions", {}};

inline constexpr Field transform_fields[] = {
    {"translation", optional, some_point, "the offset, applied after the rotation"},
    {"rotation_euler", optional, some_point, "angles in radians, about x, then y, then z"},
};
inline constexpr Object transform_object{"transform", transform_fields};

inline constexpr Field armature_fields[] = {
    {"id", required, some_id, "the armature's id, unique in the file"},
    {"name", optional, "text", "its name in the output, instead of the id"},
    {"bones", required, "a list of at least one bone", "its bones, in the order of the joints"},
};
inline constexpr Object armature_object{"armature", armature_fields};

inline constexpr Field bone_fields[] = {
    {"id", required, some_id, "the bone's id, unique in its armature"},
    {"parent", required, "none, or the id of another bone", "the bone that it hangs on"},
    {"head", required, some_point, "where it begins"},
    {"tail", required, some_point, "where it ends"},
    {"roll", optional, "a number", "the turn about its own axis, in radians"},
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
    {"weight", required, "a number from 0 to 1", "its share"},
};
inline constexpr Object influence_object{"influence", influence_fields};

inline constexpr Field weight_map_fields[] = {
    {"primitive_id", required, some_primitive, "the primitive", {0, 3}},
    {"gradients", optional, "a list of gradients", "influences that change along an axis", {0, 3}},
    {"overrides", optional, "a list of overrides", "influences of vertices by number", {0, 3}},
    {"source",
     optional,
     "a path relative to this file",
     "a JSON file with influences of vertices",
     {0, 3}},
};
inline constexpr Object weight_map_object{"weight map", weight_map_fields};

inline constexpr Field gradient_fields[] = {
    {"axis", required, "x, y or z", "the axis of the mesh", {0, 3}},
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
inline constexpr Object symmetry_object{"symmetry", symmetry_fields};

inline constexpr Field mirror_x_fields[] = {
    {"prefix_from", required, "\"L_\"", "what has an id with this prefix is mirrored"},
    {"prefix_to", required, "\"R_\"", "the prefix that the mirror image has instead"},
};
inline constexpr Object mirror_x_object{"mirror_x", mirror_x_fields};

inline constexpr Field pose_fields[] = {
    {"id", required, some_id, "the pose's id, unique in the file", {0, 5}},
    {"bones", required, "{<bone id>: {rotation: [w, x, y, z]}}", "how each bone moves", {0, 5}},
};
inline constexpr Object pose_object{"pose", pose_fields};

inline constexpr Field pose_entry_fields[] = {
    {"rotation", optional, "[w, x, y, z]", "a unit quaternion", {0, 5}},
    {"translation", optional, some_point, "an offset", {0, 5}},
    {.name = "scale", .since = {0, 5}, .refused = true},
    {.name = "shear", .since = {0, 5}, .refused = true},
    {.name = "matrix", .since = {0, 5}, .refused = true},
};
inline constexpr Object pose_entry_object{"pose entry", pose_entry_fields, IdPlace::Key};

inline constexpr Field anchor_fields[] = {
    {"id", required, some_id, "the anchor's id, unique in the file", {0, 2}},
    {"translation", required, some_point, "where it is", {0, 2}},
    {"scope", optional, "text", "a note for people; it has no effect", {0, 2}},
};
inline constexpr Object anchor_object{"anchor", anchor_fields};

inline constexpr Field import_fields[] = {
    {"source", required, "a path relative to this file", "the asset", {0, 2}},
    {"contract",
     optional,
     "a path relative to this file",
     "the contract that it must keep",
     {0, 2}},
};
inline constexpr Object import_object{"import", import_fields, IdPlace::Key};

inline constexpr Field instance_fields[] = {
    {"id", required, some_id, "the instance's id, unique in the file", {0, 2}},
    {"import", optional, "a name under imports", "the asset that is placed", {0, 2}},
    {"mesh_id",
     optional,
     "the id of a mesh of this file",
     "the mesh that is placed, instead of an import",
     {0, 2}},
    {"attach3",
     optional,
     "{from: [a, b, c], to: [a, b, c], mode: rigid}",
     "where it is placed",
     {0, 2}},
};
inline constexpr Object instance_object{"instance", instance_fields};

inline constexpr Field attach3_fields[] = {
    {"from",
     required,
     "[a, b, c], three anchors of the import",
     "the anchors by which it is attached",
     {0, 2}},
    {"to",
     required,
     "[a, b, c], three anchors of this file",
     "the anchors to which it is attached",
     {0, 2}},
    {"mode", required, "rigid, uniform or affine", "how far it is changed to fit", {0, 2}},
};
inline constexpr Object attach3_object{"attach3", attach3_fields};

inline constexpr Field contract_fields[] = {
    {"contract_version", required, "\"0.1\"", "the version of the contract language", {0, 2}},
    {"required_anchors", optional, "[a, b, c]", "anchors that the asset must have", {0, 2}},
    {"required_frame3_sets",
     optional,
     "[a, b, c]",
     "sets under frame3_sets that it must have",
     {0, 2}},
    {"frame3_sets", optional, "{<name>: [a, b, c]}", "triples of anchors", {0, 2}},
};
inline constexpr Object contract_object{"contract", contract_fields};

// clang-format on

}  // namespace rigy

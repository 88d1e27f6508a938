// The objects of the language and their fields, each declared once. Decoding, help, JSON Schemas,
// TypeScript types and the reference page are derived from this table.
//
// A row has what decoding needs, which is sliced off at compile time so that no prose is linked
// into programs that only decode, and what readers need.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "tables/constant_text.hpp"
#include "tables/features.hpp"
#include "tables/type.hpp"
#include "tables/version.hpp"
#include "tables/word_slips.hpp"

namespace rigy::language {

struct Field {
  std::string_view name;
  bool required = false;
  Type type = {};
  // What added it.
  Feature feature = Feature::Basics;
  // Another name for the same field.
  std::string_view alias = {};
  // Known only so that the caller can refuse it; never suggested.
  bool refused = false;
};

// What a field has to do with others; decoders check it themselves.
enum class Relation : std::uint8_t {
  None,
  Needed,      // it must be given, though `required` does not say so
  NeededWith,  // it must be given if `other` is
  AtMostOne,   // of it and `other`, which may be several names between spaces
  ExactlyOne,
  ChosenBy,  // of its types, that of the word of `other`
  OnlyWith,  // only if a field has a value: "type box"
};

struct FieldRow {
  Field field;
  // A one-line description.
  std::string_view description = {};
  // The value if the field is left out; empty: nothing in particular.
  std::string_view fallback = {};
  // Ids between spaces. Those about any field (P03, P04, V32, V33, V34) are not repeated.
  std::string_view diagnostics = {};
  Relation relation = Relation::None;
  std::string_view other = {};
  Relation second_relation = Relation::None;
  std::string_view second_other = {};
};

// Where the id of an object is.
enum class IdPlace : std::uint8_t { Field, Key, None };

struct Object {
  std::string_view name;  // "bone"
  std::span<const Field> fields;
  IdPlace id = IdPlace::Field;
  // How one is written, in at most three lines, for help.
  std::string_view form = {};
  // What a message calls one without an id, if not by its name.
  std::string_view title = {};

  [[nodiscard]] constexpr std::string_view shown() const { return title.empty() ? name : title; }
};

// An object and what readers need to know about it.
struct ObjectRow {
  const Object* object = nullptr;
  std::span<const FieldRow> rows;
  std::string_view place;        // "an element of meshes"
  std::string_view purpose;      // one or two sentences
  std::string_view diagnostics;  // about the object as a whole
  std::string_view example;      // lines of a document in examples/ or templates/
};

// Every object of documents, contracts, scenes and motions, each before those it contains.
[[nodiscard]] std::span<const ObjectRow> objects();
[[nodiscard]] const ObjectRow& row_of(const Object& object);
// Whether exactly one of the field and another is given.
[[nodiscard]] bool is_one_of_two(const ObjectRow& object, const FieldRow& field);

// How the value of a field is written, for help: "[x, y, z]".
[[nodiscard]] std::string form_of(const Field& field);

template <const auto& rows>
inline constexpr auto fields_of = [] {
  std::array<Field, std::size(rows)> fields{};
  for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = rows[i].field;
  return fields;
}();

[[nodiscard]] constexpr bool have_same_names(const Object& a, const Object& b) {
  if (a.fields.size() != b.fields.size()) return false;
  for (std::size_t i = 0; i < a.fields.size(); ++i) {
    if (a.fields[i].name != b.fields[i].name) return false;
  }
  return true;
}

// "{x, y, z} of a box or wedge, {radius} of a sphere, …": objects with the same fields together.
[[nodiscard]] constexpr auto dimension_forms(std::span<const Object* const> objects,
                                             std::span<const Word> words) {
  ConstantText<300> text;
  for (std::size_t first = 0; first < objects.size(); ++first) {
    const auto is_alike = [&](std::size_t i) {
      return have_same_names(*objects[i], *objects[first]);
    };
    bool is_told = false;
    for (std::size_t i = 0; i < first; ++i) is_told = is_told || is_alike(i);
    if (is_told) continue;
    text.append(first == 0 ? "{" : ", {");
    for (const Field& field : objects[first]->fields) {
      text.append(&field == objects[first]->fields.data() ? "" : ", ");
      text.append(field.name);
    }
    text.append("} of a ");
    text.append(words[first].name);
    for (std::size_t i = first + 1; i < objects.size(); ++i) {
      if (!is_alike(i)) continue;
      text.append(" or ");
      text.append(words[i].name);
    }
  }
  return text;
}

inline constexpr bool required = true;
inline constexpr bool optional = false;

// One field per line.
// clang-format off

// Words that are the only ones of their fields.
inline constexpr Word units_words[] = {Word("meters")};
inline constexpr Word up_words[] = {Word("Y")};
inline constexpr Word forward_words[] = {Word("-Z")};
inline constexpr Word handedness_words[] = {Word("right")};
inline constexpr Word profile_words[] = {Word("v0_1_default")};
inline constexpr Word algorithm_words[] = {Word("marching_cubes@1")};
inline constexpr Word rigs_version_words[] = {Word(RIGY_RIGS_VERSION)};
inline constexpr Word rigm_version_words[] = {Word(RIGY_RIGM_VERSION)};
inline constexpr Word turn_axes_words[] = {Word("bone")};

inline constexpr Type some_solver = a_word(solver_words, solver_slips);
inline constexpr Type some_uv_role = a_word(uv_role_words);

// --- Shapes ---

inline constexpr FieldRow axis_angle_rows[] = {
    {{"axis", required, some_numbers("[x, y, z]", Unit::Direction, Range::NotZero), Feature::RotationForms}, "the axis of rotation", {}, "V67 V73"},
    {{"degrees", required, a_number(Unit::Degrees), Feature::RotationForms}, "the angle in degrees", {}, "V73"},
};
inline constexpr Object axis_angle_object{"rotation_axis_angle", fields_of<axis_angle_rows>, IdPlace::None};

inline constexpr FieldRow transform_rows[] = {
    {{"translation", optional, some_point}, "the offset, applied after the rotation", "[0, 0, 0]"},
    {{"rotation_euler", optional, some_numbers("[x, y, z]", Unit::Radians)}, "angles in radians, about x, then y, then z", "no rotation", "V72 V73 W06 X35"},
    {{"rotation_degrees", optional, some_numbers("[x, y, z]", Unit::Degrees), Feature::RotationDegrees}, "the same angles in degrees", "no rotation", "V72 V73 X35", Relation::AtMostOne, "rotation_euler"},
    {{"rotation_axis_angle", optional, object_of<axis_angle_object>.written("{axis: [0, 1, 0], degrees: 90}"), Feature::RotationForms}, "a rotation about an axis", "no rotation", "V72 V77", Relation::AtMostOne, "rotation_euler rotation_degrees"},
    {{"rotation_quat", optional, some_numbers("[x, y, z, w]", Unit::Quaternion), Feature::RotationForms}, "a quaternion; the identity is [0, 0, 0, 1]", "no rotation", "V72 V73 V77 V78", Relation::AtMostOne, "rotation_euler rotation_degrees rotation_axis_angle"},
};
inline constexpr Object transform_object{"transform", fields_of<transform_rows>, IdPlace::None, "transform: {translation: [0, 1, 0], rotation_euler: [0, 0, 0]}"};

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define RIGY_SHAPE_SLIP(word, help)
#define RIGY_SHAPE(name, word, feature, generator, text, example, ...) \
  inline constexpr FieldRow word##_dimensions_rows[] = {__VA_ARGS__}; \
  inline constexpr Object word##_dimensions{#word " dimensions", fields_of<word##_dimensions_rows>, IdPlace::None};
#include "tables/shapes.def"
#undef RIGY_SHAPE

// In the order of their types.
inline constexpr const Object* shape_dimensions[] = {
#define RIGY_SHAPE(name, word, ...) &word##_dimensions,
#include "tables/shapes.def"
#undef RIGY_SHAPE
};
inline constexpr const Type* shape_dimension_types[] = {
#define RIGY_SHAPE(name, word, ...) &object_of<word##_dimensions>,
#include "tables/shapes.def"
#undef RIGY_SHAPE
};
#undef RIGY_SHAPE_SLIP
// NOLINTEND(cppcoreguidelines-macro-usage)

inline constexpr auto dimension_forms_text = dimension_forms(shape_dimensions, shape_words);

inline constexpr Object no_dimensions{"dimensions", {}, IdPlace::None};

inline constexpr FieldRow aabb_rows[] = {
    {{"min", required, some_point, Feature::Macros}, "the corner with the least coordinates", {}, "V80 X29"},
    {{"max", required, some_point, Feature::Macros}, "the corner with the greatest coordinates", {}, "V80 X29"},
};
inline constexpr Object aabb_object{"aabb", fields_of<aabb_rows>, IdPlace::None};

// Every shape; of an implicit surface the other fields are different.
inline constexpr Type some_shape = a_word(primitive_type_words, primitive_type_slips);
inline constexpr Type some_material = a_reference(ItemKind::Material);
inline constexpr Type some_material_name = some_text.defining(ItemKind::Material);

// An implicit surface is an object of its own.
inline constexpr FieldRow primitive_rows[] = {
    {{"id", required, an_id(ItemKind::Primitive, Scope::Mesh)}, "the primitive's id, unique in its mesh", {}, "V02 V66 X16"},
    {{"name", optional, some_text}, "a name for readers; not written to the output", "the id"},
    {{"type", required, a_word(shape_words, primitive_type_slips)}, "its shape", {}, "P05 X34 V79"},
    {{"material", optional, some_material, Feature::Materials}, "its material, of this file or <import>.<id>", "that of the mesh", "V38 V41 V42 V74 V75"},
    {{"surface", optional, some_text, Feature::Macros}, "what it is made of, for other tools; it has no effect", "none"},
    {{"tags", optional, a_list_of<some_text>().written("[floor, walkable]"), Feature::Tags}, "words for other tools, in the output's extras", "none", "X34"},
    {{"dimensions", required, Type{.kind = TypeKind::AnyOf, .of = shape_dimension_types}.written(dimension_forms_text.view())}, "its size in meters", {}, "V07", Relation::ChosenBy, "type", Relation::ExactlyOne, "aabb"},
    {{"aabb", optional, object_of<aabb_object>.written("{min: [x, y, z], max: [x, y, z]}"), Feature::Macros}, "a box's corners instead of dimensions and transform", "none", "F115 P10 X28 X29", Relation::OnlyWith, "type box"},
    {{"transform", optional, object_of<transform_object>.written("{translation: [x, y, z], rotation_euler: [x, y, z]}")}, "where it is in the mesh", "at the origin, not turned", {}, Relation::AtMostOne, "aabb"},
};
inline constexpr Object primitive_object{"primitive", fields_of<primitive_rows>, IdPlace::Field, "{id: ball, type: sphere, dimensions: {radius: 1}}"};

// --- Implicit surfaces ---

inline constexpr FieldRow op_transform_rows[] = {
    transform_rows[0], transform_rows[1], transform_rows[2], transform_rows[3], transform_rows[4],
    {{"scale", optional, some_numbers("[s, s, s]", Unit::Factor, Range::Positive), Feature::ImplicitSurfaces}, "its size, the same number three times, applied before the rotation", "[1, 1, 1]", "V85"},
};
inline constexpr Object op_transform_object{"op transform", fields_of<op_transform_rows>, IdPlace::None};

// The field of an op, whichever its other fields are.
inline constexpr Type some_op_field = a_word(field_kind_words);
inline constexpr Word sphere_field_words[] = {field_kind_words[0], field_kind_words[2]};
inline constexpr Word capsule_field_words[] = {field_kind_words[1], field_kind_words[3]};

inline constexpr FieldRow sphere_op_rows[] = {
    {{"op", required, a_word(op_kind_words, op_kind_slips), Feature::ImplicitSurfaces}, "whether it adds to the field", {}, "P05"},
    {{"field", required, a_word(sphere_field_words), Feature::ImplicitSurfaces}, "its kind", {}, "V83"},
    {{"radius", required, some_size, Feature::ImplicitSurfaces}, "how far it reaches", {}, "V84"},
    {{"strength", required, a_number(Unit::FieldValue, Range::Positive), Feature::ImplicitSurfaces}, "its value at the center", {}, "V84"},
    {{"transform", optional, object_of<op_transform_object>.written("{translation: [x, y, z], scale: [1, 1, 1]}"), Feature::ImplicitSurfaces}, "where it is in the domain", "at the origin of the domain"},
};
inline constexpr Object sphere_op_object{"op", fields_of<sphere_op_rows>, IdPlace::Field, "{op: add, field: metaball_sphere@1, radius: 1, strength: 1}"};

inline constexpr FieldRow capsule_op_rows[] = {
    sphere_op_rows[0],
    {{"field", required, a_word(capsule_field_words), Feature::ImplicitSurfaces}, "its kind", {}, "V83"},
    sphere_op_rows[2],
    {{"height", optional, some_size, Feature::ImplicitSurfaces}, "the length of the axis, along y", "none; it is needed", "V84", Relation::Needed},
    sphere_op_rows[3], sphere_op_rows[4],
};
inline constexpr Object capsule_op_object{"capsule op", fields_of<capsule_op_rows>};

inline constexpr FieldRow grid_rows[] = {
    {{"nx", required, a_whole_number(Range::AtLeastTwo, Unit::Points), Feature::ImplicitSurfaces}, "the number of points along x", {}, "V81 V86"},
    {{"ny", required, a_whole_number(Range::AtLeastTwo, Unit::Points), Feature::ImplicitSurfaces}, "the number of points along y", {}, "V81 V86"},
    {{"nz", required, a_whole_number(Range::AtLeastTwo, Unit::Points), Feature::ImplicitSurfaces}, "the number of points along z", {}, "V81 V86"},
};
inline constexpr Object grid_object{"grid", fields_of<grid_rows>, IdPlace::None};

inline constexpr FieldRow domain_rows[] = {
    {{"aabb", required, object_of<aabb_object>.written("{min: [x, y, z], max: [x, y, z]}"), Feature::ImplicitSurfaces}, "its corners", {}, "V80"},
    {{"grid", required, object_of<grid_object>.written("{nx: 16, ny: 16, nz: 16}"), Feature::ImplicitSurfaces}, "the number of points along each axis", {}, "V81 V86 X37"},
};
inline constexpr Object domain_object{"domain", fields_of<domain_rows>, IdPlace::None};

inline constexpr FieldRow extraction_rows[] = {
    {{"algorithm", optional, a_word(algorithm_words), Feature::ImplicitSurfaces}, "the only algorithm", "marching_cubes@1", "V87"},
};
inline constexpr Object extraction_object{"extraction", fields_of<extraction_rows>, IdPlace::None};

inline constexpr Type some_op = either<object_of<sphere_op_object>, object_of<capsule_op_object>>();

inline constexpr FieldRow implicit_surface_rows[] = {
    {{"id", required, an_id(ItemKind::Primitive, Scope::Mesh), Feature::ImplicitSurfaces}, "the primitive's id, unique in its mesh", {}, "V02 V66 X16 X36"},
    {{"name", optional, some_text, Feature::ImplicitSurfaces}, "a name for readers; not written to the output", "the id"},
    {{"type", required, a_tag(std::span(primitive_type_words).last<1>()), Feature::ImplicitSurfaces}, "its shape", {}, "V79"},
    {{"material", optional, some_material, Feature::ImplicitSurfaces}, "its material, of this file or <import>.<id>", "that of the mesh", "V42 V74 V75"},
    {{"surface", optional, some_text, Feature::ImplicitSurfaces}, "what it is made of, for other tools; it has no effect", "none"},
    {{"tags", optional, a_list_of<some_text>().written("[rock]"), Feature::ImplicitSurfaces}, "words for other tools, in the output's extras", "none"},
    {{"iso", required, a_number(Unit::FieldValue), Feature::ImplicitSurfaces}, "the value of the field on the surface", {}, "W15"},
    {{"domain", required, object_of<domain_object>.written("{aabb: {min: [x, y, z], max: [x, y, z]}, grid: {nx: 16, ny: 16, nz: 16}}"), Feature::ImplicitSurfaces}, "where to look for the surface, and how finely", {}, "V80"},
    {{"extraction", optional, object_of<extraction_object>.written("{algorithm: marching_cubes@1}"), Feature::ImplicitSurfaces}, "how the surface is found", "marching_cubes@1"},
    {{"ops", required, a_list_of<some_op>(1).sampled("ops:\n  - {op: add, field: metaball_sphere@1, radius: 1, strength: 1}"), Feature::ImplicitSurfaces}, "the terms of the field", {}, "V82 W18 X38"},
    {{"transform", optional, object_of<transform_object>.written("{translation: [x, y, z]}"), Feature::ImplicitSurfaces}, "where it is in the mesh", "at the origin, not turned", "X36"},
};
inline constexpr Object implicit_surface_object{"implicit surface", fields_of<implicit_surface_rows>};

// --- Macros, which preprocessing replaces; it checks the version itself ---

inline constexpr FieldRow cutout_rows[] = {
    {{"id", optional, some_identifier.defining(ItemKind::Cutout, Scope::Macro), Feature::Macros}, "part of the ids of the boxes below and above it; every cutout needs one", "none: it must be given", "F116", Relation::Needed},
    {{"span", required, some_numbers("[start, end]", Unit::Meters), Feature::Macros}, "where it begins and ends on the wall's axis", {}, "X30 X31"},
    {{"bottom", optional, a_number(Unit::Meters), Feature::Macros}, "its lower edge, from the foot of the wall", "0", "X30"},
    {{"top", optional, a_number(Unit::Meters), Feature::Macros}, "its upper edge, from the foot of the wall", "the height of the wall", "X30"},
};
inline constexpr Object cutout_object{"cutout", fields_of<cutout_rows>};

inline constexpr FieldRow box_decompose_rows[] = {
    {{"macro", optional, a_tag(std::span(macro_words).first<1>()), Feature::Macros}, "says that it is one", "none: it must be given", "P05", Relation::Needed},
    {{"id", required, some_identifier.defining(ItemKind::Macro, Scope::Mesh), Feature::Macros}, "what the ids of its boxes begin with", {}, "F114 X33"},
    {{"mesh", optional, a_reference(ItemKind::Mesh, Scope::Parent).written("the id of the mesh it stands in"), Feature::Macros}, "a note; it is checked from 0.12 on", "the mesh it stands in", "V76"},
    {{"axis", required, a_word(wall_axis_words), Feature::Macros}, "the axis that the wall runs along", {}, "P05"},
    {{"span", required, some_numbers("[start, end]", Unit::Meters), Feature::Macros}, "where it begins and ends on the axis", {}, "X30"},
    {{"base_y", optional, a_number(Unit::Meters), Feature::Macros}, "the height of its foot", "0"},
    {{"height", required, some_size, Feature::Macros}, "its height", {}, "X30"},
    {{"thickness", required, some_size, Feature::Macros}, "its thickness", {}, "X30"},
    {{"offset", optional, a_number(Unit::Meters), Feature::Macros}, "where its middle is on the other horizontal axis", "0", "P10"},
    {{"offset_mode", optional, a_word(offset_mode_words), Feature::OffsetMode}, "which part of it is at 0 on that axis, instead of offset", "centerline", "P10 V77", Relation::AtMostOne, "offset"},
    {{"cutouts", optional, a_list_of<object_of<cutout_object>>(), Feature::Macros}, "its openings", "none", "X31 W16"},
    {{"material", optional, some_material, Feature::Macros}, "the material of its boxes", "that of the mesh", "V74 V75"},
    {{"surface", optional, some_text, Feature::Macros}, "copied to its boxes", "none"},
    {{"tags", optional, a_list_of<some_text>().written("[wall]"), Feature::Tags}, "copied to its boxes", "none"},
};
inline constexpr Object box_decompose_object{"macro: box_decompose", fields_of<box_decompose_rows>};

inline constexpr FieldRow plane_rows[] = {
    {{"origin", required, some_point, Feature::TrianglePrism}, "where the right angle is"},
    {{"normal", required, some_numbers("[x, y, z]", Unit::Direction, Range::NotZero), Feature::TrianglePrism}, "the direction in which the prism extends; any length but 0", {}, "X32"},
};
inline constexpr Object plane_object{"plane", fields_of<plane_rows>, IdPlace::None};

inline constexpr FieldRow prism_rows[] = {
    {{"macro", optional, a_tag(std::span(macro_words).last<1>()), Feature::TrianglePrism}, "says that it is one", "none: it must be given", "P05 V77", Relation::Needed},
    {{"id", required, some_identifier.defining(ItemKind::Primitive, Scope::Mesh), Feature::TrianglePrism}, "the id of the wedge that it becomes", {}, "F114 X33"},
    {{"plane", required, object_of<plane_object>.written("{origin: [x, y, z], normal: [x, y, z]}"), Feature::TrianglePrism}, "the plane of the triangle"},
    {{"leg_p", required, some_numbers("[x, y, z]", Unit::Meters, Range::NotZero), Feature::TrianglePrism}, "one leg of the triangle, from its right angle", {}, "X32"},
    {{"leg_q", required, some_numbers("[x, y, z]", Unit::Meters, Range::NotZero), Feature::TrianglePrism}, "the other leg", {}, "X32"},
    {{"length", required, some_size, Feature::TrianglePrism}, "how far it extends along the normal", {}, "X30"},
    {{"material", optional, some_material, Feature::TrianglePrism}, "its material", "that of the mesh", "V74 V75"},
    {{"surface", optional, some_text, Feature::TrianglePrism}, "copied to the wedge", "none"},
    {{"tags", optional, a_list_of<some_text>().written("[roof]"), Feature::TrianglePrism}, "copied to the wedge", "none"},
};
inline constexpr Object prism_object{"macro: triangle_prism_on_plane", fields_of<prism_rows>};

// In the lists of all objects, `repeat` is the only field of an element.
inline constexpr FieldRow repeat_rows[] = {
    {{"count", required, a_whole_number(Range::NotNegative), Feature::Repeat}, "the number of copies", {}, "V62"},
    {{"as", required, some_identifier.defining(ItemKind::Index, Scope::Repeat), Feature::Repeat}, "the name of the index", {}, "V63"},
    {{"body", required, anything.written("an element of the list"), Feature::Repeat}, "what is copied; in its texts ${i} is the index", {}, "V64 V65"},
};
inline constexpr Object repeat_object{"repeat", fields_of<repeat_rows>, IdPlace::None};

// --- Meshes ---

inline constexpr FieldRow material_rows[] = {
    {{"base_color", required, some_numbers("[red, green, blue, alpha]", Unit::Share, Range::ZeroToOne), Feature::Materials}, "the color: linear, each component from 0 to 1", {}, "V39 V40"},
    {{"uses_uv_roles", optional, a_list_of<some_uv_role>().written("[albedo]"), Feature::UvRoles}, "the UV roles that its meshes must have", "none", "V46 V47"},
};
inline constexpr Object material_object{"material", fields_of<material_rows>, IdPlace::Key, "{base_color: [0.5, 0.2, 0.1, 1]}"};

inline constexpr Type some_uv_set = a_reference(ItemKind::UvSet, Scope::Mesh).written("uv0");
inline constexpr Type some_uv_set_name = some_uv_set.defining(ItemKind::UvSet, Scope::Mesh);

inline constexpr FieldRow uv_set_rows[] = {
    {{"generator", optional, a_word(uv_generator_words).written("planar_xy@1"), Feature::UvSets}, "how the UVs are made from the vertices", "none: it must be given", "V50 V51 V52", Relation::Needed},
};
inline constexpr Object uv_set_object{"UV set", fields_of<uv_set_rows>, IdPlace::Key};

inline constexpr FieldRow uv_role_rows[] = {
    {{"set", required, some_uv_set, Feature::UvRoles}, "the UV set that it uses", {}, "V45 V54"},
};
inline constexpr Object uv_role_object{"UV role", fields_of<uv_role_rows>, IdPlace::Key};

inline constexpr Type some_element_of_primitives = either<object_of<primitive_object>, object_of<implicit_surface_object>, object_of<box_decompose_object>, object_of<prism_object>>();

inline constexpr FieldRow mesh_rows[] = {
    {{"id", required, an_id(ItemKind::Mesh)}, "the mesh's id, unique in the file", {}, "V01 V28 V66 X16 W11"},
    {{"name", optional, some_text}, "its name in the output, instead of the id", "the id"},
    {{"material", optional, some_material, Feature::MeshMaterial}, "the material of its primitives that name none", "each primitive names its own", "V74 V75 V77"},
    {{"uv_sets", optional, a_map_of<some_uv_set_name, object_of<uv_set_object>>().written("{uv0: {generator: planar_xy@1}}"), Feature::UvSets}, "the UV sets, uv0, uv1, …", "none", "V53 V55"},
    {{"uv_roles", optional, a_map_of<some_uv_role, object_of<uv_role_object>>().written("{albedo: {set: uv0}}"), Feature::UvRoles}, "what its UV sets are for", "none", "V43 V44 V53"},
    {{"primitives", required, a_list_of<some_element_of_primitives>(1).sampled("primitives:\n  - {id: ball, type: sphere, dimensions: {radius: 1}}\n  - {id: block, type: box, dimensions: {x: 1, y: 2, z: 1}}")}, "the shapes that it is made of", {}, "X02"},
};
inline constexpr Object mesh_object{"mesh", fields_of<mesh_rows>, IdPlace::Field, "{id: body, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}"};

// --- Armatures ---

inline constexpr FieldRow bone_rows[] = {
    {{"id", required, an_id(ItemKind::Bone, Scope::Armature)}, "the bone's id, unique in its armature", {}, "V04 V66 X16 X17"},
    {{"parent", required, a_reference(ItemKind::Bone, Scope::Armature).written("none, or the id of another bone")}, "the bone that it is attached to", {}, "V05 X01"},
    {{"head", required, some_point}, "where it begins", {}, "V06 W03"},
    {{"tail", required, some_point}, "where it ends", {}, "V06"},
    {{"roll", optional, a_number(Unit::Radians).mirrored(MirrorRule::Negated)}, "the rotation about its own axis, in radians", "0"},
};
inline constexpr Object bone_object{"bone", fields_of<bone_rows>, IdPlace::Field, "{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}"};

inline constexpr FieldRow armature_rows[] = {
    {{"id", required, an_id(ItemKind::Armature)}, "the armature's id, unique in the file", {}, "V03 V28 V66 X16 W11"},
    {{"name", optional, some_text}, "its name in the output, instead of the id", "the id"},
    {{"bones", required, a_list_of<object_of<bone_object>>(1).sampled("bones:\n  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n  - {id: arm, parent: root, head: [0, 1, 0], tail: [1, 1, 0]}")}, "its bones, in the order of the joints", {}, "X03 X10"},
};
inline constexpr Object armature_object{"armature", fields_of<armature_rows>, IdPlace::Field, "{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}"};

// --- Bindings ---

inline constexpr FieldRow influence_rows[] = {
    {{"bone_id", required, a_reference(ItemKind::Bone, Scope::Armature)}, "the bone", {}, "V11 V15 V16 X04"},
    {{"weight", required, a_number(Unit::Share, Range::ZeroToOne)}, "its share of the influence", {}, "V13 V17 V18 W05"},
};
inline constexpr Object influence_object{"influence", fields_of<influence_rows>, IdPlace::Field, "{bone_id: root, weight: 1}"};

inline constexpr Type some_influences = a_list_of<object_of<influence_object>>().written("[{bone_id: <bone id>, weight: 1}]").sampled("bones:\n  - {bone_id: root, weight: 0.5}\n  - {bone_id: arm, weight: 0.5}");
inline constexpr Type some_plain_influences = a_list_of<object_of<influence_object>>();
inline constexpr Type some_side = either<some_plain_influences, object_of<influence_object>>().written("[{bone_id: <bone id>, weight: 1}]");

inline constexpr FieldRow weights_rows[] = {
    {{"primitive_id", required, a_reference(ItemKind::Primitive, Scope::Mesh)}, "the primitive", {}, "V10 X06"},
    {{"bones", required, some_influences}, "the bones that it follows", {}, "X04 X11 W01 W05 W14"},
};
inline constexpr Object weights_object{"weights entry", fields_of<weights_rows>};

inline constexpr FieldRow gradient_rows[] = {
    {{"axis", required, a_word(axis_words), Feature::WeightMaps}, "the axis of the asset", {}, "X15"},
    {{"range", required, some_numbers("[start, end]", Unit::Meters), Feature::WeightMaps}, "where it begins and ends on the axis", {}, "X14 W12"},
    {{"from", required, some_side, Feature::WeightMaps}, "the influences at its start", {}, "V15 V17 X04 X11"},
    {{"to", required, some_side, Feature::WeightMaps}, "the influences at its end", {}, "V15 V17 X04 X11"},
};
inline constexpr Object gradient_object{"gradient", fields_of<gradient_rows>, IdPlace::Field, "{axis: y, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}"};

inline constexpr FieldRow override_rows[] = {
    {{"vertices", required, some_vertices, Feature::WeightMaps}, "numbers of the primitive's vertices", {}, "V19"},
    {{"bones", required, some_influences, Feature::WeightMaps}, "the bones that they follow", {}, "V16 V18 X04 X11"},
};
inline constexpr Object override_object{"override", fields_of<override_rows>, IdPlace::Field, "{vertices: [0, 1, 2], bones: [{bone_id: root, weight: 1}]}"};

inline constexpr FieldRow weight_map_rows[] = {
    {{"primitive_id", required, a_reference(ItemKind::Primitive, Scope::Mesh), Feature::WeightMaps}, "the primitive", {}, "V14 X05"},
    {{"gradients", optional, a_list_of<object_of<gradient_object>>().sampled("gradients:\n  - {axis: y, range: [0, 1],\n     from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}"), Feature::WeightMaps}, "influences that change along an axis", "none", "V23 W12"},
    {{"overrides", optional, a_list_of<object_of<override_object>>().sampled("overrides:\n  - vertices: [0, 1, 2]\n    bones: [{bone_id: root, weight: 1}]"), Feature::WeightMaps}, "influences of vertices by number", "none", "V23"},
    {{"source", optional, a_path(FileKind::Weights), Feature::WeightMaps}, "a JSON file with influences of vertices", "none", "V20 V21 V22 V23"},
};
inline constexpr Object weight_map_object{"weight map", fields_of<weight_map_rows>, IdPlace::Field, "{primitive_id: ball, gradients: [{axis: y, range: [0, 1],\n  from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}]}"};

inline constexpr FieldRow binding_rows[] = {
    {{"mesh_id", required, a_reference(ItemKind::Mesh)}, "the mesh that is bound", {}, "V08 V12"},
    {{"armature_id", required, a_reference(ItemKind::Armature)}, "the armature that it follows", {}, "V09"},
    {{"weights", optional, a_list_of<object_of<weights_object>>().sampled("weights:\n  - primitive_id: ball\n    bones: [{bone_id: root, weight: 1}]")}, "influences of whole primitives", "none", "X06 W02 W13"},
    {{"weight_maps", optional, a_list_of<object_of<weight_map_object>>().sampled("weight_maps:\n  - primitive_id: ball\n    gradients: [{axis: y, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: arm, weight: 1}}]"), Feature::WeightMaps}, "influences of single vertices", "none", "X05 W02"},
    {{"skinning_solver", optional, some_solver, Feature::Poses}, "how the vertices follow the bones", "that of the document", "P05 X27"},
};
inline constexpr Object binding_object{"binding", fields_of<binding_rows>};

// The JSON file that a weight map names as its source.
inline constexpr FieldRow weight_file_entry_rows[] = {
    {{"vertex", required, a_whole_number(), Feature::WeightMaps}, "the number of a vertex", {}, "V20"},
    {{"bones", required, a_list_of<object_of<influence_object>>().written("[{\"bone_id\": <bone id>, \"weight\": 1}]"), Feature::WeightMaps}, "the bones that it follows", {}, "V20"},
};
inline constexpr Object weight_file_entry_object{"weight file entry", fields_of<weight_file_entry_rows>, IdPlace::None};

inline constexpr FieldRow weight_file_rows[] = {
    {{"primitive_id", required, some_text.naming(ItemKind::Primitive, Scope::Mesh), Feature::WeightMaps}, "the id of the primitive, for comparison", {}, "V20 V22"},
    {{"vertex_count", required, a_whole_number(), Feature::WeightMaps}, "the number of its vertices, for comparison", {}, "V20 V21"},
    {{"influences", required, a_list_of<object_of<weight_file_entry_object>>().written("[{\"vertex\": 0, \"bones\": [...]}]"), Feature::WeightMaps}, "the vertices that it speaks of", {}, "V20"},
};
inline constexpr Object weight_file_object{"weight file", fields_of<weight_file_rows>, IdPlace::None};

// --- Symmetry and poses ---

inline constexpr FieldRow mirror_x_rows[] = {
    {{"prefix_from", required, some_text.written("\"L_\"")}, "items whose ids begin with this prefix are mirrored", {}, "X12 W10 W11 W17"},
    {{"prefix_to", required, some_text.written("\"R_\"")}, "the prefix of the mirrored ids", {}, "X12"},
};
inline constexpr Object mirror_x_object{"mirror_x", fields_of<mirror_x_rows>, IdPlace::None, "mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}"};

inline constexpr FieldRow symmetry_rows[] = {
    {{"mirror_x", optional, object_of<mirror_x_object>.written("{prefix_from: \"L_\", prefix_to: \"R_\"}")}, "mirroring at x = 0", "nothing is mirrored"},
};
inline constexpr Object symmetry_object{"symmetry", fields_of<symmetry_rows>, IdPlace::None, "symmetry:\n  mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}"};

inline constexpr FieldRow pose_entry_rows[] = {
    {{"rotation", optional, some_numbers("[w, x, y, z]", Unit::Quaternion), Feature::Poses}, "a unit quaternion, about the bone's head", "[1, 0, 0, 0]", "V36 W08"},
    {{"translation", optional, some_point, Feature::Poses}, "where the bone's head goes", "[0, 0, 0]", "W07"},
    {{"scale", optional, anything, Feature::Poses, {}, true}},
    {{"shear", optional, anything, Feature::Poses, {}, true}},
    {{"matrix", optional, anything, Feature::Poses, {}, true}},
};
inline constexpr Object pose_entry_object{"pose entry", fields_of<pose_entry_rows>, IdPlace::Key, "{rotation: [1, 0, 0, 0], translation: [0, 1, 0]}"};

inline constexpr Type some_bone = a_reference(ItemKind::Bone);

inline constexpr FieldRow pose_rows[] = {
    {{"id", required, an_id(ItemKind::Pose), Feature::Poses}, "the pose's id, unique in the file", {}, "X08 X16 X19"},
    {{"bones", required, a_map_of<some_bone, object_of<pose_entry_object>>().written("{<bone id>: {rotation: [w, x, y, z]}}").sampled("bones:\n  arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}\n  hand: {rotation: [1, 0, 0, 0], translation: [1, 1, 0]}"), Feature::Poses}, "how each bone moves", {}, "X07 W07"},
};
inline constexpr Object pose_object{"pose", fields_of<pose_rows>, IdPlace::Field, "{id: wave, bones: {arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}}}"};

// --- Composition ---

inline constexpr FieldRow anchor_rows[] = {
    {{"id", required, an_id(ItemKind::Anchor), Feature::Composition}, "the anchor's id, unique in the file", {}, "V24 V28 V66 X16"},
    {{"translation", required, some_point, Feature::Composition}, "where it is"},
    {{"scope", optional, some_text, Feature::Composition}, "a note for readers; it has no effect", "none"},
};
inline constexpr Object anchor_object{"anchor", fields_of<anchor_rows>, IdPlace::Field, "{id: mount, translation: [0, 1, 0]}"};

inline constexpr FieldRow import_rows[] = {
    {{"source", required, a_path(FileKind::Asset), Feature::Composition}, "the asset", {}, "X20 X21 X22 R14"},
    {{"contract", optional, a_path(FileKind::Contract), Feature::Composition}, "the contract that it must satisfy", "none", "V31 X24"},
};
inline constexpr Object import_object{"import", fields_of<import_rows>, IdPlace::Key, "{source: wheel.rigy.yaml}"};

inline constexpr Type some_import_name = some_text.defining(ItemKind::Import);
inline constexpr Type some_imported_anchor = a_reference(ItemKind::Anchor, Scope::Import);
inline constexpr Type some_own_anchor = a_reference(ItemKind::Anchor);

inline constexpr FieldRow attach3_rows[] = {
    {{"from", required, three_of<some_imported_anchor>().written("[a, b, c], three anchors of the import"), Feature::Composition}, "the anchors by which it is attached", {}, "V29 X23"},
    {{"to", required, three_of<some_own_anchor>().written("[a, b, c], three anchors of this file"), Feature::Composition}, "the anchors to which it is attached", {}, "V30 X23"},
    {{"mode", required, a_word(attach_mode_words), Feature::Composition}, "how it may be deformed to fit", {}, "P05"},
};
inline constexpr Object attach3_object{"attach3", fields_of<attach3_rows>, IdPlace::None, "attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}"};

inline constexpr FieldRow instance_rows[] = {
    {{"id", required, an_id(ItemKind::Instance), Feature::Composition}, "the instance's id, unique in the file", {}, "V25 V28 V66 X16"},
    {{"import", optional, a_reference(ItemKind::Import), Feature::Composition}, "the asset that is placed", "one of import and mesh_id", "P10 V26"},
    {{"mesh_id", optional, a_reference(ItemKind::Mesh).written("the id of a mesh of this file"), Feature::Composition}, "the mesh that is placed, instead of an import", "one of import and mesh_id", "P10 V27", Relation::ExactlyOne, "import"},
    {{"attach3", optional, object_of<attach3_object>.written("{from: [a, b, c], to: [a, b, c], mode: rigid}"), Feature::Composition}, "where it is placed", "of a mesh: where it is; of an import it is needed", "X23", Relation::NeededWith, "import"},
};
inline constexpr Object instance_object{"instance", fields_of<instance_rows>, IdPlace::Field, "{id: front, import: wheel, attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}"};

// --- The whole document ---

inline constexpr FieldRow coordinate_system_rows[] = {
    {{"up", required, a_word(up_words, up_slips)}, "the axis that points up", {}, "P05"},
    {{"forward", required, a_word(forward_words)}, "the axis that points forward", {}, "P05"},
    {{"handedness", required, a_word(handedness_words)}, "the handedness", {}, "P05"},
};
inline constexpr Object coordinate_system_object{"coordinate_system", fields_of<coordinate_system_rows>, IdPlace::None, "coordinate_system: {up: Y, forward: -Z, handedness: right}\nor leave it out: no other value is allowed"};

inline constexpr Type some_param_name = some_identifier.defining(ItemKind::Param);

inline constexpr FieldRow document_rows[] = {
    {{"version", required, some_version.written("\"" RIGY_NEWEST_VERSION "\"")}, "the version of the language, as text", {}, "P08 W04"},
    {{"units", optional, a_word(units_words, units_slips)}, "the unit of all lengths", "meters", "P05"},
    {{"coordinate_system", optional, object_of<coordinate_system_object>.written("{up: Y, forward: -Z, handedness: right}")}, "the coordinate system; no other is supported", "the only one there is", "P05"},
    {{"tessellation_profile", optional, a_word(profile_words)}, "how finely primitives are divided", "v0_1_default", "X09"},
    {{"params", optional, a_map_of<some_param_name, some_scalar>().written("{<name>: <number, text or boolean>}"), Feature::Params}, "values that $name stands for", "none", "V58 V59 V60 V61 V69"},
    {{"imports", optional, a_map_of<some_import_name, object_of<import_object>>().written("{<name>: {source: <path>}}").sampled("imports:\n  wheel:\n    source: wheel.rigy.yaml"), Feature::Composition}, "other assets, by the names they have here", "none", "X16 X20 X21 X22 R14"},
    {{"materials", optional, a_map_of<some_material_name, object_of<material_object>>().written("{<id>: {base_color: [red, green, blue, alpha]}}").sampled("materials:\n  clay:\n    base_color: [0.5, 0.2, 0.1, 1]"), Feature::Materials}, "the materials, by id", "no materials", "V37 V74"},
    {{"symmetry", optional, object_of<symmetry_object>.written("{mirror_x: {prefix_from: \"L_\", prefix_to: \"R_\"}}")}, "what is mirrored", "nothing is mirrored"},
    {{"skinning_solver", optional, some_solver, Feature::Poses}, "how vertices follow bones, unless a binding says otherwise", "lbs", "P05 X27"},
    {{"meshes", optional, a_list_of<object_of<mesh_object>>().sampled("meshes:\n  - id: body\n    primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]")}, "the meshes, in the order of the output", "none", "V01 V28 V66"},
    {{"armatures", optional, a_list_of<object_of<armature_object>>().sampled("armatures:\n  - id: rig\n    bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]")}, "the skeletons", "none", "V03 V28 V66 W09"},
    {{"bindings", optional, a_list_of<object_of<binding_object>>().sampled("bindings:\n  - {mesh_id: body, armature_id: rig,\n     weights: [{primitive_id: ball, bones: [{bone_id: root, weight: 1}]}]}")}, "which mesh follows which armature, and how", "none: meshes do not move", "V12"},
    {{"poses", optional, a_list_of<object_of<pose_object>>().sampled("poses:\n  - id: wave\n    bones: {arm: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}}"), Feature::Poses}, "poses that can be baked", "none", "X08 X19"},
    {{"anchors", optional, a_list_of<object_of<anchor_object>>().sampled("anchors:\n  - id: mount\n    translation: [0, 1, 0]"), Feature::Composition}, "named points", "none", "V24 V28 V66"},
    {{"instances", optional, a_list_of<object_of<instance_object>>().sampled("instances:\n  - {id: front, import: wheel,\n     attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}"), Feature::Composition}, "where imports and meshes are placed", "none", "V25 V28 V66"},
    {{"geometry_checks", optional, anything.written("anything")}, "what `rigy inspect` checks; the output does not depend on it", "none"},
};
inline constexpr Object document_object{"document", fields_of<document_rows>, IdPlace::None, "version: \"" RIGY_NEWEST_VERSION "\"\nmeshes:\n  - {id: body, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}", "the document"};

// --- Contracts ---

inline constexpr Type some_promised_anchor = some_text.naming(ItemKind::Anchor, Scope::Contract);
inline constexpr Type some_frame = three_of<some_promised_anchor>();
inline constexpr Type some_frame_name = some_text.defining(ItemKind::Frame);
inline constexpr Type some_promised_frame = some_text.naming(ItemKind::Frame);

inline constexpr FieldRow contract_rows[] = {
    {{"contract_version", required, some_version.written("\"0.1\""), Feature::Composition}, "the version of the contract language", {}, "V31"},
    {{"required_anchors", optional, a_list_of<some_promised_anchor>().written("[a, b, c]"), Feature::Composition}, "anchors that the asset must have", "none", "V31"},
    {{"required_frame3_sets", optional, a_list_of<some_promised_frame>().written("[a, b, c]"), Feature::Composition}, "sets under frame3_sets that it must have", "none", "V31"},
    {{"frame3_sets", optional, a_map_of<some_frame_name, some_frame>().written("{<name>: [a, b, c]}"), Feature::Composition}, "triples of anchors", "none", "V31"},
};
inline constexpr Object contract_object{"contract", fields_of<contract_rows>, IdPlace::None};

// --- Scenes ---

inline constexpr Type some_parent_anchor = a_reference(ItemKind::Anchor, Scope::Parent);

inline constexpr FieldRow slot_rows[] = {
    {{"anchors", optional, three_of<some_parent_anchor>().written("[a, b, c], three anchors of the parent").sampled("anchors: [a, b, c]")}, "origin, direction of x, and a point of the plane", "one of anchors and name", "R04 R05 R11 R13"},
    {{"name", optional, a_reference(ItemKind::Frame, Scope::Parent).written("a frame of the parent's contract")}, "slots.<name> or <name> under frame3_sets", "one of anchors and name", "R05 R12", Relation::ExactlyOne, "anchors"},
};
inline constexpr Object slot_object{"slot", fields_of<slot_rows>, IdPlace::None, "slot: {anchors: [a, b, c]}"};

inline constexpr FieldRow mount_rows[] = {
    {{"anchors", optional, three_of<some_imported_anchor>().written("[a, b, c], three anchors of the child").sampled("anchors: [a, b, c]")}, "origin, direction of x, and a point of the plane", "one of anchors and name", "R04 R05 R11 R13"},
    {{"name", optional, a_reference(ItemKind::Frame, Scope::Import).written("a frame of the child's contract")}, "mounts.<name> or <name> under frame3_sets", "one of anchors and name", "R05 R12", Relation::ExactlyOne, "anchors"},
};
inline constexpr Object mount_object{"mount", fields_of<mount_rows>, IdPlace::None, "mount: {anchors: [a, b, c]}"};

inline constexpr FieldRow nudge_rows[] = {
    {{"north", optional, some_length}, "how far along the slot's z axis", "0", "R03"},
    {{"east", optional, some_length}, "how far along the slot's x axis", "0", "R03"},
    {{"up", optional, some_length}, "how far along the slot's y axis", "0", "R03"},
};
inline constexpr Object nudge_object{"nudge", fields_of<nudge_rows>, IdPlace::None, "nudge: {north: 20cm, east: -1in, up: 0}"};

inline constexpr FieldRow place_rows[] = {
    {{"slot", optional, object_of<slot_object>.written("{anchors: [a, b, c]} or {name: <name>}")}, "the frame of the parent that the mount lands on", "none; it is needed", "R10", Relation::Needed},
    {{"mount", optional, object_of<mount_object>.written("{anchors: [a, b, c]} or {name: <name>}")}, "the frame of the child that lands on the slot", "none; it is needed", "R10", Relation::Needed},
    {{"rotate", optional, a_word(yaw_words)}, "a turn about the slot's y axis", "0deg", "R02"},
    {{"nudge", optional, object_of<nudge_object>.written("{north: 20cm, east: -1in, up: 0}")}, "an offset along the slot's axes", "none"},
};
inline constexpr Object place_object{"place", fields_of<place_rows>, IdPlace::None, "place: {slot: {anchors: [a, b, c]}, mount: {anchors: [d, e, f]}}"};

extern const Object child_object;  // children have children

inline constexpr Type some_children = a_list_of<object_of<child_object>>().sampled("children:\n  - {id: table1, base: table,\n     place: {slot: {anchors: [a, b, c]}, mount: {anchors: [d, e, f]}}}");

inline constexpr FieldRow child_rows[] = {
    {{"id", required, an_id(ItemKind::Child)}, "the child's id, unique in the scene and the name of its node", {}, "R09 X16"},
    {{"base", required, a_reference(ItemKind::Import)}, "the asset that is placed", {}, "R08"},
    {{"place", required, object_of<place_object>.written("{slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}")}, "where it is placed on its parent"},
    {{"children", optional, some_children}, "what is placed on it", "none", "R07"},
};
inline constexpr Object child_object{"child", fields_of<child_rows>, IdPlace::Field, "{id: table1, base: table, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [d, e, f]}}}"};

inline constexpr FieldRow scene_rows[] = {
    {{"base", required, a_reference(ItemKind::Import)}, "the asset at the origin", {}, "R08"},
    {{"children", optional, some_children}, "what is placed on it", "none", "R07"},
};
inline constexpr Object scene_object{"scene", fields_of<scene_rows>, IdPlace::None, "scene:\n  base: room\n  children: []", "the scene"};

inline constexpr Type some_asset_path = a_path(FileKind::Asset);
inline constexpr Type some_import = either<some_asset_path, object_of<import_object>>();

inline constexpr FieldRow rigs_document_rows[] = {
    {{"rigs_version", required, a_word(rigs_version_words).written("\"" RIGY_RIGS_VERSION "\"")}, "the version of the scene language, as text", {}, "R01 R06"},
    {{"imports", required, a_map_of<some_import_name, some_import>().written("{<name>: <path>}").sampled("imports: {room: room.rigy.yaml}")}, "the assets, by the names they have here", {}, "R14 X16 X20 X21"},
    {{"scene", required, object_of<scene_object>.written("{base: <import>}")}, "what is placed where"},
};
inline constexpr Object rigs_document_object{"scene document", fields_of<rigs_document_rows>, IdPlace::None, "rigs_version: \"" RIGY_RIGS_VERSION "\"\nimports: {room: room.rigy.yaml}\nscene: {base: room}", "the scene document"};

// --- Motions, our extension ---

inline constexpr FieldRow turn_rows[] = {
    {{"x", optional, a_number(Unit::Degrees)}, "degrees about x, first", "0", "M09"},
    {{"y", optional, a_number(Unit::Degrees)}, "degrees about y, then", "0"},
    {{"z", optional, a_number(Unit::Degrees)}, "degrees about z, last", "0"},
    {{"axis", optional, some_numbers("[x, y, z]", Unit::Direction, Range::NotZero)}, "the axis of one rotation, instead of three angles", "none", "M09", Relation::AtMostOne, "x y z"},
    {{"degrees", optional, a_number(Unit::Degrees)}, "the angle about `axis`", "none", "M09", Relation::NeededWith, "axis"},
    {{"quat", optional, some_numbers("[x, y, z, w]", Unit::Quaternion)}, "a quaternion of any length but 0, instead of angles", "none", "M09", Relation::AtMostOne, "x y z axis"},
    {{"axes", optional, a_word(turn_axes_words)}, "`bone`: about the bone's own axes, +Y from head to tail", "those of the asset, as the parents carry them along", "P05"},
};
inline constexpr Object turn_object{"turn", fields_of<turn_rows>, IdPlace::Key, "{x: 30}"};

inline constexpr FieldRow reach_rows[] = {
    {{"bone", required, a_reference(ItemKind::Bone, Scope::Import)}, "the bone whose tail reaches the point", {}, "M05"},
    {{"to", required, some_point}, "the point, in the space of the asset or of `in`", {}, "M12"},
    {{"in", optional, a_reference(ItemKind::Bone, Scope::Import).written("a bone")}, "the bone from whose head, in whose own axes, `to` is measured", "the asset", "M05"},
    {{"bones", optional, a_whole_number(Range::Positive)}, "how many bones turn: this one and its ancestors", "2, or 1 for a root", "M10"},
    {{"pole", optional, some_numbers("[x, y, z]", Unit::Direction, Range::NotZero)}, "the direction in which two bones bend", "where they bend at rest, else [0, 0, -1]", "M10"},
    {{"level", optional, a_list_of<some_bone>().written("[L_foot]")}, "bones that keep the rotation that they had in the asset", "none", "M05 M10"},
};
inline constexpr Object reach_object{"reach", fields_of<reach_rows>, IdPlace::None, "{bone: L_shin, to: [-0.1, 0.08, 0]}"};

inline constexpr FieldRow motion_pose_rows[] = {
    {{"from", optional, a_reference(ItemKind::Pose)}, "the pose of this file that it begins as", "the rest pose", "M06 M07"},
    {{"from_asset", optional, a_reference(ItemKind::Pose, Scope::Import)}, "the pose of the asset that it begins as", "the rest pose", "M06 P10", Relation::AtMostOne, "from"},
    {{"turn", optional, a_map_of<some_bone, object_of<turn_object>>().written("{<bone>: {x: 30}}").sampled("turn: {L_thigh: {x: 30}}")}, "rotations, by bone", "none", "M05"},
    {{"move", optional, a_map_of<some_bone, some_point>().written("{<bone>: [x, y, z]}").sampled("move: {hips: [0, -0.02, 0]}")}, "shifts of heads, by bone", "none", "M05"},
    {{"reach", optional, a_list_of<object_of<reach_object>>().sampled("reach:\n  - {bone: L_shin, to: [-0.1, 0.08, 0]}")}, "points that tails come to, in this order", "none", "M10"},
    {{"mirror", optional, some_boolean}, "whether all of it is reflected at x = 0", "false", "M08"},
};
inline constexpr Object motion_pose_object{"pose of a motion", fields_of<motion_pose_rows>, IdPlace::Key, "{turn: {L_thigh: {x: 30}}}"};

inline constexpr FieldRow key_rows[] = {
    {{"at", required, a_number(Unit::None, Range::NotNegative)}, "seconds from the beginning", {}, "M11"},
    {{"pose", required, a_reference(ItemKind::Pose)}, "a pose of this file", {}, "M06"},
    {{"mirror", optional, some_boolean}, "whether the pose is reflected at x = 0", "false", "M08"},
    {{"ease", optional, a_word(ease_words)}, "how the motion goes on to the next key", "that of the clip", "P05"},
};
inline constexpr Object key_object{"key", fields_of<key_rows>, IdPlace::None, "{at: 0, pose: contact}"};

inline constexpr FieldRow clip_rows[] = {
    {{"length", required, a_number(Unit::None, Range::Positive)}, "seconds", {}, "M11"},
    {{"loop", optional, some_boolean}, "whether the end leads back to the beginning", "false"},
    {{"ease", optional, a_word(ease_words)}, "how the motion goes from key to key", "spline", "P05"},
    {{"rate", optional, a_number(Unit::None, Range::Positive)}, "samples in a second", "30", "M11"},
    {{"travel", optional, some_point}, "how far the ground is covered in one length", "none"},
    {{"keys", required, a_list_of<object_of<key_object>>(1).sampled("keys:\n  - {at: 0, pose: contact}\n  - {at: 0.5, pose: passing}")}, "the poses, in the order of time", {}, "M11"},
};
inline constexpr Object clip_object{"clip", fields_of<clip_rows>, IdPlace::Key, "{length: 1, keys: [{at: 0, pose: contact}]}"};

inline constexpr Type some_motion_pose_name = some_text.defining(ItemKind::Pose);

inline constexpr FieldRow motion_document_rows[] = {
    {{"rigm_version", required, a_word(rigm_version_words).written("\"" RIGY_RIGM_VERSION "\"")}, "the version of the motion language, as text", {}, "M01 M02"},
    {{"asset", required, a_path(FileKind::Asset)}, "the asset that moves", {}, "M03 M13"},
    {{"armature", optional, a_reference(ItemKind::Armature, Scope::Import)}, "the armature that moves", "the only one of the asset", "M04"},
    {{"params", optional, a_map_of<some_identifier, some_scalar>().written("{<name>: <number, text or boolean>}"), Feature::Params}, "values that $name stands for", "none", "V58 V59 V60 V61 V69"},
    {{"poses", optional, a_map_of<some_motion_pose_name, object_of<motion_pose_object>>().written("{<name>: {turn: {<bone>: {x: 30}}}}").sampled("poses:\n  contact:\n    turn: {L_thigh: {x: 30}}")}, "the poses, by name", "none"},
    {{"clips", optional, a_map_of<some_text, object_of<clip_object>>().written("{<name>: {length: 1, keys: [{at: 0, pose: <pose>}]}}").sampled("clips:\n  walk: {length: 1, keys: [{at: 0, pose: contact}]}")}, "the clips, by name", "none"},
};
inline constexpr Object motion_document_object{"motion document", fields_of<motion_document_rows>, IdPlace::None, "rigm_version: \"" RIGY_RIGM_VERSION "\"\nasset: fox.rigy.yaml\nposes: {stand: {}}", "the motion document"};

// clang-format on

}  // namespace rigy::language

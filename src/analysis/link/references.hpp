// The references of a document's objects: which member holds each, and what is said if it names
// nothing. What it may name, and where that is looked up, is in the table of the language.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>

#include "analysis_floor.hpp"
#include "diagnostics/code.hpp"
#include "document/document.hpp"
#include "tables/field_values.hpp"

namespace rigy::analysis {

// A reference, or a list of them; null if it is neither.
[[nodiscard]] constexpr const Type* reference_type(const Type& type) {
  if (type.kind == TypeKind::Reference) return &type;
  const bool is_list = type.kind == TypeKind::List && type.of[0]->kind == TypeKind::Reference;
  return is_list ? type.of[0] : nullptr;
}

[[nodiscard]] constexpr std::size_t reference_count(const Object& object) {
  std::size_t count = 0;
  for (const Field& field : object.fields) count += reference_type(field.type) != nullptr ? 1 : 0;
  return count;
}

// What is reported if a reference names nothing: "<owner> <says> '<id>', which …".
struct Miss {
  Code code;
  std::string_view says;
};

template <const Object& object, FieldName field_name, auto pointer>
struct ReferenceField {
  static constexpr const Field& field = object.fields[index_of(object, field_name.view())];
  static constexpr const Type& type = *reference_type(field.type);
  static constexpr auto member = pointer;

  Miss miss;
};

// All references of an object; one that is missing does not compile.
template <const Object& object, class... Fields>
[[nodiscard]] constexpr std::tuple<Fields...> references_of(Fields... fields) {
  static_assert(sizeof...(Fields) == reference_count(object), "a reference is not linked");
  return {fields...};
}

inline constexpr auto bone_references = references_of<bone_object>(
    ReferenceField<bone_object, "parent", &Bone::parent>{{Code::UnknownParent, "has parent"}});

inline constexpr auto mesh_references =
    references_of<mesh_object>(ReferenceField<mesh_object, "material", &Mesh::material>{
        {Code::UnknownPrimitiveMaterial, "refers to material"}});

inline constexpr auto primitive_references = references_of<primitive_object>(
    ReferenceField<primitive_object, "material", &Primitive::material>{
        {Code::UnknownPrimitiveMaterial, "refers to material"}});

inline constexpr auto binding_references = references_of<binding_object>(
    ReferenceField<binding_object, "mesh_id", &Binding::mesh>{
        {Code::UnknownBoundMesh, "refers to mesh"}},
    ReferenceField<binding_object, "armature_id", &Binding::armature>{
        {Code::UnknownBoundArmature, "refers to armature"}});

inline constexpr auto weights_references = references_of<weights_object>(
    ReferenceField<weights_object, "primitive_id", &PrimitiveWeights::primitive>{
        {Code::UnknownWeightedPrimitive, "refers to primitive"}});

inline constexpr auto weight_map_references = references_of<weight_map_object>(
    ReferenceField<weight_map_object, "primitive_id", &WeightMap::primitive>{
        {Code::UnknownMapPrimitive, "refers to primitive"}});

// The code says where the influence stands.
template <Code code>
inline constexpr auto influence_references = references_of<influence_object>(
    ReferenceField<influence_object, "bone_id", &Influence::bone>{{code, "refers to bone"}});

inline constexpr auto instance_references = references_of<instance_object>(
    ReferenceField<instance_object, "import", &Instance::import>{
        {Code::UnknownInstanceImport, "refers to import"}},
    ReferenceField<instance_object, "mesh_id", &Instance::mesh>{
        {Code::UnknownInstanceMesh, "refers to mesh"}});

inline constexpr auto attach3_references = references_of<attach3_object>(
    ReferenceField<attach3_object, "from", &Attach3::from>{
        {Code::UnknownFromAnchor, "names anchor"}},
    ReferenceField<attach3_object, "to", &Attach3::to>{{Code::UnknownToAnchor, "names anchor"}});

}  // namespace rigy::analysis

// The references of a document's objects: which member holds each, and what is said if it names
// nothing. What it may name, and where that is looked up, is in the table of the language.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>

#include "analysis_floor.hpp"
#include "diagnostics/code.hpp"
#include "document/document.hpp"
#include "document/motion_document.hpp"
#include "document/rigs_document.hpp"
#include "tables/field_values.hpp"

namespace rigy::analysis {

[[nodiscard]] constexpr bool is_reference(const Type& type) {
  return type.kind == TypeKind::Reference && type.role == SymbolRole::Reference;
}

// Of a reference, a list of them, or a map whose keys are references; else null.
[[nodiscard]] constexpr const Type* reference_type(const Type& type) {
  if (is_reference(type)) return &type;
  const bool has_many = type.kind == TypeKind::List || type.kind == TypeKind::Map;
  return has_many && is_reference(*type.of[0]) ? type.of[0] : nullptr;
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

// Of a map, `key` is the member of its items that holds the key.
template <const Object& object, FieldName field_name, auto pointer, auto... key>
struct ReferenceField {
  static constexpr const Field& field = object.fields[index_of(object, field_name.view())];
  static constexpr const Type& type = *reference_type(field.type);

  // Calls use(reference) for each one that the item has.
  template <class Item, class Use>
  static void each(Item& item, const Use& use) {
    if constexpr (sizeof...(key) > 0) {
      for (auto& one : item.*pointer) (use(one.*key), ...);
    } else if constexpr (is_reference(field.type)) {
      use(item.*pointer);
    } else {
      for (auto& one : item.*pointer) use(one);
    }
  }

  Miss miss;
};

// All references of an object; one that is missing does not compile.
template <const Object& object, class... Fields>
[[nodiscard]] constexpr std::tuple<Fields...> references_of(Fields... fields) {
  static_assert(sizeof...(Fields) == reference_count(object), "a reference is not linked");
  return {fields...};
}

// Calls use(field of the table, reference) for all references of an item.
template <class Fields, class Item, class Use>
void each_reference(const Fields& fields, Item& item, const Use& use) {
  const auto visit = [&](const auto& one) {
    one.each(item, [&](auto& reference) { use(one, reference); });
  };
  std::apply([&](const auto&... all) { (visit(all), ...); }, fields);
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

inline constexpr auto pose_references =
    references_of<pose_object>(ReferenceField<pose_object, "bones", &Pose::bones, &PoseBone::bone>{
        {Code::UnknownPoseBone, "names bone"}});

// --- Scenes ---

inline constexpr auto scene_references =
    references_of<scene_object>(ReferenceField<scene_object, "base", &RigsDocument::base>{
        {Code::UnknownBase, "refers to import"}});

inline constexpr auto child_references =
    references_of<child_object>(ReferenceField<child_object, "base", &RigsChild::base>{
        {Code::UnknownBase, "refers to import"}});

template <const Object& slot_or_mount>
inline constexpr auto frame_references = references_of<slot_or_mount>(
    ReferenceField<slot_or_mount, "anchors", &FrameReference::anchors>{
        {Code::UnknownFrameAnchor, "names anchor"}},
    ReferenceField<slot_or_mount, "name", &FrameReference::name>{
        {Code::UnknownFrame, "names frame"}});

// --- Motions ---

inline constexpr auto motion_references = references_of<motion_document_object>(
    ReferenceField<motion_document_object, "armature", &MotionDocument::armature>{
        {Code::UnknownArmature, "moves armature"}});

inline constexpr auto motion_pose_references = references_of<motion_pose_object>(
    ReferenceField<motion_pose_object, "from", &MotionPose::from>{
        {Code::UnknownMotionPose, "begins as pose"}},
    ReferenceField<motion_pose_object, "from_asset", &MotionPose::from_asset>{
        {Code::UnknownMotionPose, "begins as pose"}},
    ReferenceField<motion_pose_object, "turn", &MotionPose::turns, &MotionTurn::bone>{
        {Code::UnknownMovedBone, "turns bone"}},
    ReferenceField<motion_pose_object, "move", &MotionPose::moves, &MotionMove::bone>{
        {Code::UnknownMovedBone, "moves bone"}});

inline constexpr auto reach_references = references_of<reach_object>(
    ReferenceField<reach_object, "bone", &MotionReach::bone>{
        {Code::UnknownMovedBone, "reaches with bone"}},
    ReferenceField<reach_object, "in", &MotionReach::in>{
        {Code::UnknownMovedBone, "measures from bone"}},
    ReferenceField<reach_object, "level", &MotionReach::level>{
        {Code::UnknownMovedBone, "keeps level bone"}});

inline constexpr auto key_references = references_of<key_object>(
    ReferenceField<key_object, "pose", &MotionKey::pose>{{Code::UnknownMotionPose, "shows pose"}});

}  // namespace rigy::analysis

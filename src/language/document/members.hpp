// Which members of the typed document hold which fields, by name. What decodes, compares or prints
// all of them goes over these lists, so that a new field is neither forgotten nor confused with
// another.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/document.hpp"
#include "tables/field_values.hpp"

namespace rigy::language {

template <FieldName field_name, auto pointer>
struct Member {
  static constexpr std::string_view name = field_name.view();
};

// The members of a struct for all fields of an object; a missing or unknown one does not compile.
template <const Object& object, class... Members>
struct MemberList;

template <const Object& object, FieldName... names, auto... pointers>
struct MemberList<object, Member<names, pointers>...> {
  static_assert(sizeof...(names) == object.fields.size(), "a field has no member");
  static_assert(((index_of(object, names.view()) < object.fields.size()) && ...),
                "the object has no field of that name");

  // Calls use(field, value) for each member.
  template <class Struct, class Use>
  static void each(Struct& item, const Use& use) {
    (use(object.fields[index_of(object, names.view())], item.*pointers), ...);
  }

  // Calls read(value of the field, member) for each member.
  template <class Struct, class Read>
  static void fill(const FieldValues<object>& values, Struct& item, const Read& read) {
    (read(values.template get<names>(), item.*pointers), ...);
  }
};

using BoneMembers = MemberList<bone_object, Member<"id", &Bone::id>,
                               Member<"parent", &Bone::parent>, Member<"head", &Bone::head>,
                               Member<"tail", &Bone::tail>, Member<"roll", &Bone::roll>>;

using ImportMembers = MemberList<import_object, Member<"source", &Import::source>,
                                 Member<"contract", &Import::contract>>;

using InfluenceMembers = MemberList<influence_object, Member<"bone_id", &Influence::bone>,
                                    Member<"weight", &Influence::weight>>;

using MirrorXMembers = MemberList<mirror_x_object, Member<"prefix_from", &MirrorX::prefix_from>,
                                  Member<"prefix_to", &MirrorX::prefix_to>>;

}  // namespace rigy::language

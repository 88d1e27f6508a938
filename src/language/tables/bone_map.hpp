// The fields of bone maps: files that are not documents of the language, but name what is in one.
#pragma once

#include <cstdint>

#include "tables/schema.hpp"

namespace rigy::language {

// Whose bones they are.
enum class BodyProfile : std::uint8_t { Humanoid, Quadruped };

// clang-format off

inline constexpr Word body_profile_words[] = {{"humanoid", BodyProfile::Humanoid}, {"quadruped", BodyProfile::Quadruped}};
inline constexpr Type some_mapped_bone = a_reference(ItemKind::Bone, Scope::Import);

inline constexpr FieldRow vrm_rows[] = {
    {{"name", optional, some_text}, "the name of the model", "that of --vrm-name", "B06"},
    {{"authors", optional, a_list_of<some_text>().written("[Ada]")}, "who made it", "those of --vrm-author", "B06"},
    {{"licenseUrl", optional, some_text}, "where its license is", "that of --vrm-license", "B06"},
};
inline constexpr Object vrm_object{"vrm", fields_of<vrm_rows>, IdPlace::None, "vrm: {name: Hero, authors: [Ada], licenseUrl: https://vrm.dev/licenses/1.0/}"};

inline constexpr FieldRow bone_map_rows[] = {
    {{"profile", optional, a_word(body_profile_words)}, "whose bones they are", "humanoid"},
    {{"armature", optional, a_reference(ItemKind::Armature, Scope::Import)}, "the armature that has them", "the only one of the document", "B03"},
    {{"bones", optional, a_map_of<some_text, some_mapped_bone>().written("{hips: <bone>}").sampled("bones:\n  hips: pelvis")}, "bones of the document by their names in VRM", "what is found by itself", "B02 B03 B04"},
    {{"anchors", optional, a_map_of<some_text, some_mapped_bone>().written("{<anchor>: <bone>}").sampled("anchors:\n  grip: L_hand")}, "the bone that each anchor follows", "the nearest one", "B03"},
    {{"vrm", optional, object_of<vrm_object>}, "what VRM files say about the model", "none", "B06"},
};
inline constexpr Object bone_map_object{"bone map", fields_of<bone_map_rows>, IdPlace::None, "profile: humanoid\nbones: {hips: pelvis}", "the bone map"};

// clang-format on

}  // namespace rigy::language

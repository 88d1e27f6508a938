// Objects that are read without tables: what a repetition is made of, and weight files.
#pragma once

#include "tables/features.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

// One field per line.
// clang-format off

inline constexpr Field repeat_fields[] = {
    {"count", required, "a whole number, at least 0", "the number of copies", repeat_version},
    {"as", required, "letters, digits and _", "the name of the index", repeat_version},
    {"body", required, "an element of the list", "what is copied; in its texts ${i} is the index", repeat_version},
};
inline constexpr Object repeat_object{"repeat", repeat_fields, IdPlace::None};

// The JSON file that a weight map names as its source.
inline constexpr Field weight_file_fields[] = {
    {"primitive_id", required, "text", "the id of the primitive, for comparison", {0, 3}},
    {"vertex_count", required, "a whole number", "the number of its vertices, for comparison", {0, 3}},
    {"influences", required, "[{\"vertex\": 0, \"bones\": [...]}]", "the vertices that it speaks of", {0, 3}},
};
inline constexpr Object weight_file_object{"weight file", weight_file_fields, IdPlace::None};

inline constexpr Field weight_file_entry_fields[] = {
    {"vertex", required, "a whole number", "the number of a vertex", {0, 3}},
    {"bones", required, "[{\"bone_id\": <bone id>, \"weight\": 1}]", "the bones that it follows", {0, 3}},
};
inline constexpr Object weight_file_entry_object{"weight file entry", weight_file_entry_fields, IdPlace::None};

// clang-format on

}  // namespace rigy::language

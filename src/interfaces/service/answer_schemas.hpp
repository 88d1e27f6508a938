// JSON Schemas of what the answers of tools have in common, as properties of an object.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// These properties, which may be several texts each.
[[nodiscard]] std::string properties(std::initializer_list<std::string_view> parts);
// `"name":{an array of such objects}`; `required` is as in {"id","length"}.
[[nodiscard]] std::string list_of(std::string_view name, std::string_view description,
                                  std::string_view item_properties, std::string_view required);

// What write_next() writes.
inline constexpr std::string_view next_schema =
    R"("next":{"type":["integer","null"],"description":"Give it as 'next' for the following part"})";
// What write_report() writes, and `next`; the names of these that are always there.
[[nodiscard]] std::string_view report_schema();
[[nodiscard]] std::vector<std::string_view> report_keys();
// A list of diagnostics.
[[nodiscard]] std::string diagnostics_schema(std::string_view description);
// What write_picture() writes.
inline constexpr std::string_view picture_schema =
    R"("picture":{"type":"string","description":"What the picture shows, or why there is none"})";
// The counts and bounds of inspect.
[[nodiscard]] std::string_view summary_schema();
// What write_clips() writes.
[[nodiscard]] std::string_view clips_schema();

}  // namespace rigy::interfaces

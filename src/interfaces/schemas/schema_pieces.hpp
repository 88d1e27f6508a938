// What schemas are put together from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schemas/json_tree.hpp"
#include "tables/schema.hpp"

namespace rigy::interfaces {

// The name of a definition: "UV_set", "macro_box_decompose".
[[nodiscard]] std::string definition_name(std::string_view object);
[[nodiscard]] Json reference(std::string_view definition);
[[nodiscard]] Json reference(const Object& object);
// Alternatives among alternatives are alternatives.
[[nodiscard]] Json any_of(const std::vector<Json>& alternatives);
[[nodiscard]] Json text_like(std::string_view pattern);
[[nodiscard]] Json not_allowed(Json schema);
// The objects that a value may be: one, or those of AnyOf.
[[nodiscard]] std::vector<const Object*> objects_in(const Type& type);

}  // namespace rigy::interfaces

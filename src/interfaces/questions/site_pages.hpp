// Addresses in the site that ./dev site builds (docs/site.md): every diagnostic and every field has
// one.
#pragma once

#include <string>
#include <string_view>

#include "interfaces_floor.hpp"
#include "tables/schema.hpp"

namespace rigy::interfaces {

// `site` is its address, with a slash at the end.
[[nodiscard]] std::string page_of_diagnostic(std::string_view site, std::string_view id);
[[nodiscard]] std::string page_of_field(std::string_view site, const Object& object,
                                        const Field& field);

// As Markdown makes it of a heading.
[[nodiscard]] std::string heading_anchor(std::string_view name);

}  // namespace rigy::interfaces

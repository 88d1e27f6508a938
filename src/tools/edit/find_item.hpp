// Where an item of a text is written.
#pragma once

#include <string>
#include <string_view>

#include "tools_floor.hpp"

namespace rigy::tools {

// The path of the element of a list whose `key` is this text: "bindings[2]" for "bindings",
// "mesh_id" and "body". Empty if there is none, or if the text cannot be read.
[[nodiscard]] std::string find_item(std::string_view text, std::string_view list,
                                    std::string_view key, std::string_view value);

// The number of elements of the list at a path; 0 if there is none.
[[nodiscard]] std::size_t list_size(std::string_view text, std::string_view list);

}  // namespace rigy::tools

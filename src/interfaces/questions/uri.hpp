// Paths as file: URIs.
#pragma once

#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// Empty for a URI of another scheme, such as that of a text that was never saved.
[[nodiscard]] std::string path_of_uri(std::string_view uri);
[[nodiscard]] std::string uri_of_path(std::string_view path);

}  // namespace rigy::interfaces

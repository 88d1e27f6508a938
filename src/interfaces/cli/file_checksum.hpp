// Whether an output is still what was written.
#pragma once

#include <optional>
#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// Of a file; nothing if it cannot be read or is no regular file.
[[nodiscard]] std::optional<std::string> checksum_of_file(const std::string& path);

}  // namespace rigy::interfaces::cli

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// From `folder` to `path`, both canonical: empty if they are the same, nothing if it is elsewhere.
[[nodiscard]] std::optional<std::string> path_below(const std::filesystem::path& path,
                                                    const std::filesystem::path& folder);

}  // namespace rigy::interfaces::cli

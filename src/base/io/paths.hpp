// Paths inside a root that is not a folder on disk: '/'-separated and relative to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rigy::base {

// `path`, relative to `folder`, without "." and ".."; nothing if it is absolute or leaves the root.
[[nodiscard]] std::optional<std::string> resolve_path(std::string_view folder,
                                                      std::string_view path);

// Everything before the last '/'.
[[nodiscard]] std::string_view folder_of(std::string_view path);

}  // namespace rigy::base

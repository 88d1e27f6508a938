// Whether an output is still what was written.
#pragma once

#include <optional>
#include <string>

namespace rigy::cli {

// Of a file; nothing if it cannot be read or is no regular file.
[[nodiscard]] std::optional<std::string> checksum_of_file(const std::string& path);

}  // namespace rigy::cli

// Files on disk below one folder. A module in a browser has none: no_rooted_files.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces {

// Files below the root, shown by their paths from there. The entry is one of them, or a text that
// stands in for one.
[[nodiscard]] std::unique_ptr<FileReader> files_below(
    const std::string& root, const std::optional<std::string>& entry_text = std::nullopt);

[[nodiscard]] bool exists_below(const std::string& root, const std::string& path);

// While it exists, no other call saves below the root, of this program or another.
[[nodiscard]] std::shared_ptr<void> lock_root(const std::string& root);

// Why no file can be written at a plain path below the root: something on the way is a link or a
// device. Empty: it can.
[[nodiscard]] std::string fault_below(const std::string& root, const std::string& path);

}  // namespace rigy::interfaces

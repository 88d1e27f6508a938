// Dependency lists for make, ninja, CMake and Bazel.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// Whether a make rule can name the path: line breaks, and a backslash at the end, cannot be escaped
// there.
[[nodiscard]] bool depfile_can_name(std::string_view path);

// The rule "output: files…" in make syntax. A make rule must be able to name all of them.
[[nodiscard]] std::string depfile_rule(const std::string& output,
                                       std::span<const std::string> files);

}  // namespace rigy::interfaces::cli

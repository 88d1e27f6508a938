// Dependency lists for make, ninja, CMake and Bazel.
#pragma once

#include <span>
#include <string>

namespace rigy::cli {

// The rule "output: files…" in the syntax of make.
[[nodiscard]] std::string depfile_rule(const std::string& output,
                                       std::span<const std::string> files);

}  // namespace rigy::cli

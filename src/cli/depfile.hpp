// Dependency lists for make, ninja, CMake and Bazel.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rigy::cli {

// Whether a rule of make can name the path: nothing escapes a line break there.
[[nodiscard]] bool depfile_can_name(std::string_view path);

// The rule "output: files…" in the syntax of make. All of them must be names it can have.
[[nodiscard]] std::string depfile_rule(const std::string& output,
                                       std::span<const std::string> files);

}  // namespace rigy::cli

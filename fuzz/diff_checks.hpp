// Properties of every comparison of two documents.
#pragma once

#include <string>

#include "fuzz/file_set.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// Empty, or what is wrong: spellings of one document must not differ.
[[nodiscard]] std::string check_spelling(const FileSet& simple, const FileSet& other);
// The way back mirrors the way there, and documents without a difference compile to the same
// output, but for rounding.
[[nodiscard]] std::string check_change(FileSet before, FileSet after);

}  // namespace rigy::fuzz

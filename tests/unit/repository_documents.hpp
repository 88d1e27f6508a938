// The documents of this repository, for tests that hold for every document.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rigy::test {

// Of the suite, the examples and the templates, in a fixed order; scenes and contracts included.
[[nodiscard]] std::vector<std::filesystem::path> repository_documents();
[[nodiscard]] std::string bytes_in(const std::filesystem::path& file);
// The folder that contains all of them.
[[nodiscard]] std::string repository_folder();

}  // namespace rigy::test

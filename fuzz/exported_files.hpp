// Whether the files of an export hold together, each in its format.
#pragma once

#include <string>
#include <vector>

#include "rigy/export.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// glTF: every accessor lies in the data, and every index refers to a vertex; the .bin file has the
// length that the JSON states. FBX: the records fill the file up to its footer. OBJ: every face
// refers to lines before it. STL: the length is that of its triangles. Returns what is wrong; empty
// if nothing.
[[nodiscard]] std::string check_exported(const std::vector<ExportedFile>& files,
                                         ExportFormat format);

}  // namespace rigy::fuzz

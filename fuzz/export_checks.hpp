// Properties of every export, in every format.
#pragma once

#include <string>

#include "fuzz/file_set.hpp"
#include "rigy/export.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// Format, poses, colliders, face, anchors and scale, always the same ones for the same files.
[[nodiscard]] ExportOptions export_options_for(const FileSet& set);

[[nodiscard]] ExportResult export_set(const FileSet& set, ExportOptions options, unsigned threads);

// Exports twice, on one thread and on three: the report is consistent, there are files if and only
// if there is no error, both times the same, and they hold together (exported_files.hpp). Returns
// what is wrong; empty if nothing.
[[nodiscard]] std::string check_export(const FileSet& set);

}  // namespace rigy::fuzz

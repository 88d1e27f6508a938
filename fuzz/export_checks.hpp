// Properties of every export, in every format.
#pragma once

#include <string>

#include "fuzz/file_set.hpp"
#include "rigy/export.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// Always the same ones for the same files; with a bone map, which export_set adds, or without.
[[nodiscard]] ExportOptions export_options_for(const FileSet& set);

[[nodiscard]] ExportResult export_set(const FileSet& set, ExportOptions options, unsigned threads);

// Exports twice, on one thread and on three: the report is consistent, there are files if and only
// if there is no error, both times the same, and they hold together (exported_files.hpp). Returns
// what is wrong; empty if nothing.
[[nodiscard]] std::string check_export(const FileSet& set);

}  // namespace rigy::fuzz

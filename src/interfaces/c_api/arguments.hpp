// The arguments of the C interface: validation and conversion.
#pragma once

#include <cstddef>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "rigy/files.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {

// A sentence that names the argument; null if nothing is wrong.
[[nodiscard]] const char* error_in_arguments(const char* entry, const rigy_file* files,
                                             std::size_t file_count, const rigy_options* options);

[[nodiscard]] const char* error_in_arguments(const char* entry, const rigy_file* files,
                                             std::size_t file_count,
                                             const rigy_export_options* options);

// The parts that all functions share.
[[nodiscard]] const char* error_in_files(const rigy_file* files, std::size_t count);
[[nodiscard]] const char* error_in_params(const rigy_param* params, std::size_t count);

// Only for arguments without errors.
[[nodiscard]] std::vector<ParamValue> params_of(const rigy_param* params, std::size_t count);
[[nodiscard]] MemoryFiles files_of(const rigy_file* files, std::size_t count);
[[nodiscard]] CompileOptions options_of(const rigy_options* given);
[[nodiscard]] ExportOptions options_of(const rigy_export_options* given);

}  // namespace rigy::interfaces

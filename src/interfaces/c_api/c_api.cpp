// The C interface: checks what C cannot, calls the library, and keeps its answer in one result.
#include <memory>
#include <utility>

#include "c_api/arguments.hpp"
#include "c_api/caller_files.hpp"
#include "c_api/result.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {
namespace {

rigy_result* compile_to_result(const char* entry, FileReader& files,
                               const CompileOptions& options) {
  CompileResult compiled = compile(entry, files, options);
  auto result = begin_result(compiled, options.analysis.list_params);
  if (result->ok) {
    result->glb = joined(compiled.glb);
    if (result->glb.size() == 0) return nullptr;
  }
  result->outline = std::move(compiled.outline);
  result->expanded_yaml = std::move(compiled.expanded_yaml);
  return result.release();
}

rigy_result* check_to_result(const char* entry, FileReader& files, const CompileOptions& options) {
  Analysis checked = check(entry, files, options);
  return begin_result(checked, options.analysis.list_params).release();
}

rigy_result* export_to_result(const char* entry, FileReader& files, const ExportOptions& options) {
  ExportResult exported = export_asset(entry, files, options);
  auto result = begin_result(exported);
  result->files = std::move(exported.exported);
  return result.release();
}

}  // namespace
}  // namespace rigy::interfaces

// Both are views of whole string literals, so a NUL follows them.
const char* rigy_version() { return rigy::version().data(); }

const char* rigy_language_version() { return rigy::language_version().data(); }

rigy_result* rigy_compile(const char* entry, const rigy_file* files, size_t file_count,
                          const rigy_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    if (rigy::interfaces::error_in_arguments(entry, files, file_count, options) != nullptr)
      return nullptr;
    rigy::MemoryFiles memory = rigy::interfaces::files_of(files, file_count);
    return rigy::interfaces::compile_to_result(entry, memory,
                                               rigy::interfaces::options_of(options));
  });
}

rigy_result* rigy_compile_with_reader(const char* entry, rigy_reader reader, void* context,
                                      const rigy_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::interfaces::error_in_arguments(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    const std::unique_ptr<rigy::FileReader> files = rigy::interfaces::files_from(reader, context);
    return rigy::interfaces::compile_to_result(entry, *files,
                                               rigy::interfaces::options_of(options));
  });
}

rigy_result* rigy_check(const char* entry, const rigy_file* files, size_t file_count,
                        const rigy_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    if (rigy::interfaces::error_in_arguments(entry, files, file_count, options) != nullptr)
      return nullptr;
    rigy::MemoryFiles memory = rigy::interfaces::files_of(files, file_count);
    return rigy::interfaces::check_to_result(entry, memory, rigy::interfaces::options_of(options));
  });
}

rigy_result* rigy_check_with_reader(const char* entry, rigy_reader reader, void* context,
                                    const rigy_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::interfaces::error_in_arguments(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    const std::unique_ptr<rigy::FileReader> files = rigy::interfaces::files_from(reader, context);
    return rigy::interfaces::check_to_result(entry, *files, rigy::interfaces::options_of(options));
  });
}

rigy_result* rigy_export(const char* entry, const rigy_file* files, size_t file_count,
                         const rigy_export_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    if (rigy::interfaces::error_in_arguments(entry, files, file_count, options) != nullptr)
      return nullptr;
    rigy::MemoryFiles memory = rigy::interfaces::files_of(files, file_count);
    return rigy::interfaces::export_to_result(entry, memory, rigy::interfaces::options_of(options));
  });
}

rigy_result* rigy_export_with_reader(const char* entry, rigy_reader reader, void* context,
                                     const rigy_export_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::interfaces::error_in_arguments(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    const std::unique_ptr<rigy::FileReader> files = rigy::interfaces::files_from(reader, context);
    return rigy::interfaces::export_to_result(entry, *files, rigy::interfaces::options_of(options));
  });
}

const char* rigy_export_argument_error(const char* entry, const rigy_file* files, size_t file_count,
                                       const rigy_export_options* options) {
  return rigy::interfaces::null_if_thrown(
      [&] { return rigy::interfaces::error_in_arguments(entry, files, file_count, options); });
}

size_t rigy_result_file_count(const rigy_result* result) {
  return result == nullptr ? 0 : result->files.size();
}

const char* rigy_result_file_name(const rigy_result* result, size_t index) {
  return index < rigy_result_file_count(result) ? result->files[index].name.c_str() : nullptr;
}

const unsigned char* rigy_result_file(const rigy_result* result, size_t index, size_t* size) {
  const bool is_there = index < rigy_result_file_count(result);
  if (size != nullptr) *size = is_there ? result->files[index].bytes.size() : 0;
  if (!is_there) return nullptr;
  return reinterpret_cast<const unsigned char*>(result->files[index].bytes.data());
}

const char* rigy_argument_error(const char* entry, const rigy_file* files, size_t file_count,
                                const rigy_options* options) {
  return rigy::interfaces::null_if_thrown(
      [&] { return rigy::interfaces::error_in_arguments(entry, files, file_count, options); });
}

int rigy_result_ok(const rigy_result* result) { return result != nullptr && result->ok ? 1 : 0; }

const unsigned char* rigy_result_glb(const rigy_result* result, size_t* size) {
  const bool is_there = rigy_result_ok(result) == 1 && result->glb.size() > 0;
  if (size != nullptr) *size = is_there ? result->glb.size() : 0;
  return is_there ? reinterpret_cast<const unsigned char*>(result->glb.data()) : nullptr;
}

const char* rigy_result_outline(const rigy_result* result, size_t* size) {
  return rigy::interfaces::text_or_null(result == nullptr ? nullptr : &result->outline, size);
}

const char* rigy_result_param_error(const rigy_result* result, size_t* size) {
  return rigy::interfaces::text_or_null(result == nullptr ? nullptr : &result->param_error, size);
}

const char* rigy_result_params(const rigy_result* result, size_t* size) {
  return rigy::interfaces::text_or_null(result == nullptr ? nullptr : &result->params, size);
}

const char* rigy_result_expanded_yaml(const rigy_result* result, size_t* size) {
  return rigy::interfaces::text_or_null(result == nullptr ? nullptr : &result->expanded_yaml, size);
}

void rigy_result_free(rigy_result* result) { delete result; }

// The C interface: checks what C cannot, calls the library, and keeps its answer in one result.
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "c_api/arguments.hpp"
#include "c_api/params_json.hpp"
#include "diagnostics/render_json.hpp"
#include "io/paths.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "rigy/rigy.h"

struct rigy_result {
  bool ok = false;
  rigy::Buffer glb;
  std::string diagnostics;
  std::string outline;
  std::string param_error;
  std::string params;
  std::string expanded_yaml;
  std::vector<rigy::ExportedFile> files;
};

namespace rigy {
namespace {

// Files from the caller's reader.
class CallerFiles final : public FileReader {
 public:
  CallerFiles(rigy_reader reader, void* context) : reader_(reader), context_(context) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override { return read({}, path); }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return read(folder_of(from), path);
  }

 private:
  [[nodiscard]] FileResult read(std::string_view folder, std::string_view path) {
    // A NUL would end the path early on its way through C.
    if (path.empty() || path.find('\0') != std::string_view::npos) return FileError::NotFound;
    const std::optional<std::string> name = resolve_path(folder, path);
    if (!name) return FileError::OutsideRoot;
    const void* data = nullptr;
    std::size_t size = 0;
    if (const int status = reader_(context_, name->c_str(), &data, &size); status != RIGY_FILE_OK) {
      return error_of(status);
    }
    if (size > max_file_size) return FileError::TooLarge;
    if (data == nullptr && size > 0) return FileError::Unreadable;
    return FileContents{std::string(static_cast<const char*>(data), size), *name, *name};
  }

  [[nodiscard]] static FileError error_of(int status) {
    switch (status) {
      case RIGY_FILE_NOT_FOUND:
        return FileError::NotFound;
      case RIGY_FILE_NOT_REGULAR:
        return FileError::NotRegular;
      case RIGY_FILE_TOO_LARGE:
        return FileError::TooLarge;
      case RIGY_FILE_OUTSIDE_ROOT:
        return FileError::OutsideRoot;
      default:
        return FileError::Unreadable;
    }
  }

  rigy_reader reader_;
  void* context_;
};

// Empty if there is not enough memory.
Buffer joined(const Glb& glb) {
  Buffer bytes(glb.size());
  if (bytes.size() == 0) return bytes;
  std::memcpy(bytes.data(), glb.head.data(), glb.head.size());
  if (glb.binary.size() > 0) {
    std::memcpy(bytes.data() + glb.head.size(), glb.binary.data(), glb.binary.size());
  }
  return bytes;
}

rigy_result* compile_to_result(const char* entry, FileReader& files,
                               const CompileOptions& options) {
  CompileResult compiled = compile(entry, files, options);
  auto result = std::make_unique<rigy_result>();
  result->ok = compiled.report.ok() && compiled.param_faults.empty();
  if (result->ok) {
    result->glb = joined(compiled.glb);
    if (result->glb.size() == 0) return nullptr;
  }
  result->outline = std::move(compiled.outline);
  result->param_error = fmt::format("{}", fmt::join(compiled.param_faults, "; "));
  if (options.list_params) result->params = params_json(compiled.declared_params);
  result->expanded_yaml = std::move(compiled.expanded_yaml);
  result->diagnostics = render_json({&compiled.report, 1}, {}, result->ok);
  return result.release();
}

// Null if it is empty, or if there is no result.
const char* text_or_null(const std::string* text, std::size_t* size) {
  const bool is_there = text != nullptr && !text->empty();
  if (size != nullptr) *size = is_there ? text->size() : 0;
  return is_there ? text->c_str() : nullptr;
}

rigy_result* export_to_result(const char* entry, FileReader& files, const ExportOptions& options) {
  ExportResult exported = export_asset(entry, files, options);
  auto result = std::make_unique<rigy_result>();
  result->ok = exported.report.ok();
  result->files = std::move(exported.files);
  result->param_error = fmt::format("{}", fmt::join(exported.param_faults, "; "));
  result->diagnostics = render_json({&exported.report, 1}, {}, result->ok);
  return result.release();
}

// An exception here, outside the library, can only mean that memory ran out.
template <class Work>
auto null_if_thrown(const Work& work) noexcept -> decltype(work()) {
#if defined(__cpp_exceptions)
  try {
    return work();
  } catch (const std::exception&) {
    return nullptr;
  }
#else
  return work();
#endif
}

}  // namespace
}  // namespace rigy

// Both are views of whole string literals, so a NUL follows them.
const char* rigy_version() { return rigy::version().data(); }

const char* rigy_language_version() { return rigy::language_version().data(); }

rigy_result* rigy_compile(const char* entry, const rigy_file* files, size_t file_count,
                          const rigy_options* options) {
  return rigy::null_if_thrown([&]() -> rigy_result* {
    if (rigy::error_in_arguments(entry, files, file_count, options) != nullptr) return nullptr;
    rigy::MemoryFiles memory = rigy::files_of(files, file_count);
    return rigy::compile_to_result(entry, memory, rigy::options_of(options));
  });
}

rigy_result* rigy_compile_with_reader(const char* entry, rigy_reader reader, void* context,
                                      const rigy_options* options) {
  return rigy::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::error_in_arguments(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    rigy::CallerFiles files(reader, context);
    return rigy::compile_to_result(entry, files, rigy::options_of(options));
  });
}

rigy_result* rigy_export(const char* entry, const rigy_file* files, size_t file_count,
                         const rigy_export_options* options) {
  return rigy::null_if_thrown([&]() -> rigy_result* {
    if (rigy::error_in_arguments(entry, files, file_count, options) != nullptr) return nullptr;
    rigy::MemoryFiles memory = rigy::files_of(files, file_count);
    return rigy::export_to_result(entry, memory, rigy::options_of(options));
  });
}

rigy_result* rigy_export_with_reader(const char* entry, rigy_reader reader, void* context,
                                     const rigy_export_options* options) {
  return rigy::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::error_in_arguments(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    rigy::CallerFiles files(reader, context);
    return rigy::export_to_result(entry, files, rigy::options_of(options));
  });
}

const char* rigy_export_argument_error(const char* entry, const rigy_file* files, size_t file_count,
                                       const rigy_export_options* options) {
  return rigy::null_if_thrown(
      [&] { return rigy::error_in_arguments(entry, files, file_count, options); });
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
  return rigy::null_if_thrown(
      [&] { return rigy::error_in_arguments(entry, files, file_count, options); });
}

int rigy_result_ok(const rigy_result* result) { return result != nullptr && result->ok ? 1 : 0; }

const unsigned char* rigy_result_glb(const rigy_result* result, size_t* size) {
  const bool is_there = rigy_result_ok(result) == 1 && result->glb.size() > 0;
  if (size != nullptr) *size = is_there ? result->glb.size() : 0;
  return is_there ? reinterpret_cast<const unsigned char*>(result->glb.data()) : nullptr;
}

const char* rigy_result_diagnostics(const rigy_result* result, size_t* size) {
  return rigy::text_or_null(result == nullptr ? nullptr : &result->diagnostics, size);
}

const char* rigy_result_outline(const rigy_result* result, size_t* size) {
  return rigy::text_or_null(result == nullptr ? nullptr : &result->outline, size);
}

const char* rigy_result_param_error(const rigy_result* result, size_t* size) {
  return rigy::text_or_null(result == nullptr ? nullptr : &result->param_error, size);
}

const char* rigy_result_params(const rigy_result* result, size_t* size) {
  return rigy::text_or_null(result == nullptr ? nullptr : &result->params, size);
}

const char* rigy_result_expanded_yaml(const rigy_result* result, size_t* size) {
  return rigy::text_or_null(result == nullptr ? nullptr : &result->expanded_yaml, size);
}

void rigy_result_free(rigy_result* result) { delete result; }

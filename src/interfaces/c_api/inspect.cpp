// rigy_inspect: what a document is, as JSON.
#include "rigy/inspect.hpp"

#include <memory>
#include <string>
#include <utility>

#include "c_api/arguments.hpp"
#include "c_api/caller_files.hpp"
#include "c_api/result.hpp"
#include "c_api/struct_size.hpp"
#include "c_api/texts.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {
namespace {

// Padding is not initialized by every caller, so a later field must never take its place.
static_assert(sizeof(rigy_inspect_options) == 5 * sizeof(std::size_t) + 4 * sizeof(int));

const char* error_in_options(const rigy_inspect_options* given) {
  if (given == nullptr) return nullptr;
  if (given->size == 0) {
    return "the size of the rigy_inspect_options is 0; set it to sizeof(rigy_inspect_options), or "
           "begin with RIGY_INSPECT_OPTIONS_INIT";
  }
  if (!is_current_or_newer<rigy_inspect_options>(given->size)) {
    return "the size of the rigy_inspect_options is not that of any version of it";
  }
  if (has_unknown_fields(*given)) {
    return "the rigy_inspect_options have a field that this version of the library does not know "
           "and that is not zero";
  }
  return error_in_params(given->params, given->param_count);
}

const char* error_in_inspect(const char* entry, const rigy_file* files, std::size_t file_count,
                             const rigy_inspect_options* options) {
  if (entry == nullptr) return "the entry is NULL";
  if (const char* error = error_in_files(files, file_count)) return error;
  return error_in_options(options);
}

InspectOptions inspect_options_of(const rigy_inspect_options* given) {
  InspectOptions options;
  if (given == nullptr) return options;
  options.primitives = listed(given->primitives);
  options.pairwise_gaps = given->pairwise_gaps != 0;
  options.intent_checks = given->intent_checks != 0;
  options.expanded = given->expanded != 0;
  options.analysis.params = params_of(given->params, given->param_count);
  if (given->threads > 0) options.analysis.threads = given->threads;
  if (given->max_errors > 0) options.analysis.max_errors = given->max_errors;
  return options;
}

rigy_result* inspect_to_result(const char* entry, FileReader& files,
                               const InspectOptions& options) {
  InspectResult inspected = inspect(entry, files, options);
  auto result = begin_result(inspected);
  if (inspected.inspection) result->inspection = inspection_json(*inspected.inspection);
  return result.release();
}

}  // namespace
}  // namespace rigy::interfaces

rigy_result* rigy_inspect(const char* entry, const rigy_file* files, size_t file_count,
                          const rigy_inspect_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    if (rigy::interfaces::error_in_inspect(entry, files, file_count, options) != nullptr)
      return nullptr;
    rigy::MemoryFiles memory = rigy::interfaces::files_of(files, file_count);
    return rigy::interfaces::inspect_to_result(entry, memory,
                                               rigy::interfaces::inspect_options_of(options));
  });
}

rigy_result* rigy_inspect_with_reader(const char* entry, rigy_reader reader, void* context,
                                      const rigy_inspect_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::interfaces::error_in_inspect(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    const std::unique_ptr<rigy::FileReader> files = rigy::interfaces::files_from(reader, context);
    return rigy::interfaces::inspect_to_result(entry, *files,
                                               rigy::interfaces::inspect_options_of(options));
  });
}

const char* rigy_inspect_argument_error(const char* entry, const rigy_file* files,
                                        size_t file_count, const rigy_inspect_options* options) {
  return rigy::interfaces::null_if_thrown(
      [&] { return rigy::interfaces::error_in_inspect(entry, files, file_count, options); });
}

const char* rigy_result_inspection(const rigy_result* result, size_t* size) {
  return rigy::interfaces::text_or_null(result == nullptr ? nullptr : &result->inspection, size);
}

// rigy_measure: how two things lie relative to each other, as JSON.
#include "rigy/measure.hpp"

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
static_assert(sizeof(rigy_measure_options) == 7 * sizeof(std::size_t) + 2 * sizeof(int));

const char* error_in_values(const rigy_measure_options& given) {
  if (given.reserved != 0) return "the reserved field of the rigy_measure_options is not 0";
  if (text_of(given.a).empty()) return "a of the rigy_measure_options is not given";
  if (text_of(given.b).empty()) return "b of the rigy_measure_options is not given";
  return error_in_params(given.params, given.param_count);
}

const char* error_in_options(const rigy_measure_options* given) {
  if (given == nullptr) return "the rigy_measure_options are NULL: they say what to measure";
  if (given->size == 0) {
    return "the size of the rigy_measure_options is 0; set it to sizeof(rigy_measure_options), or "
           "begin with RIGY_MEASURE_OPTIONS_INIT";
  }
  if (!is_current_or_newer<rigy_measure_options>(given->size)) {
    return "the size of the rigy_measure_options is not that of any version of it";
  }
  if (has_unknown_fields(*given)) {
    return "the rigy_measure_options have a field that this version of the library does not know "
           "and that is not zero";
  }
  return error_in_values(*given);
}

const char* error_in_measure(const char* entry, const rigy_file* files, std::size_t file_count,
                             const rigy_measure_options* options) {
  if (entry == nullptr) return "the entry is NULL";
  if (const char* error = error_in_files(files, file_count)) return error;
  return error_in_options(options);
}

MeasureOptions measure_options_of(const rigy_measure_options& given) {
  MeasureOptions options;
  options.a = given.a;
  options.b = given.b;
  options.pose = text_of(given.pose);
  options.analysis.params = params_of(given.params, given.param_count);
  if (given.threads > 0) options.analysis.threads = given.threads;
  if (given.max_errors > 0) options.analysis.max_errors = given.max_errors;
  return options;
}

rigy_result* measure_to_result(const char* entry, FileReader& files,
                               const MeasureOptions& options) {
  MeasureResult measured = measure(entry, files, options);
  auto result = begin_result(measured);
  if (measured.measurement) result->measurement = to_json(*measured.measurement);
  return result.release();
}

}  // namespace
}  // namespace rigy::interfaces

rigy_result* rigy_measure(const char* entry, const rigy_file* files, size_t file_count,
                          const rigy_measure_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    if (rigy::interfaces::error_in_measure(entry, files, file_count, options) != nullptr)
      return nullptr;
    rigy::MemoryFiles memory = rigy::interfaces::files_of(files, file_count);
    return rigy::interfaces::measure_to_result(entry, memory,
                                               rigy::interfaces::measure_options_of(*options));
  });
}

rigy_result* rigy_measure_with_reader(const char* entry, rigy_reader reader, void* context,
                                      const rigy_measure_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::interfaces::error_in_measure(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    const std::unique_ptr<rigy::FileReader> files = rigy::interfaces::files_from(reader, context);
    return rigy::interfaces::measure_to_result(entry, *files,
                                               rigy::interfaces::measure_options_of(*options));
  });
}

const char* rigy_measure_argument_error(const char* entry, const rigy_file* files,
                                        size_t file_count, const rigy_measure_options* options) {
  return rigy::interfaces::null_if_thrown(
      [&] { return rigy::interfaces::error_in_measure(entry, files, file_count, options); });
}

const char* rigy_result_measurement(const rigy_result* result, size_t* size) {
  return rigy::interfaces::text_or_null(result == nullptr ? nullptr : &result->measurement, size);
}

// rigy_render: a picture of a document, as a PNG file.
#include "rigy/render.hpp"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "c_api/arguments.hpp"
#include "c_api/caller_files.hpp"
#include "c_api/render_arguments.hpp"
#include "c_api/result.hpp"
#include "load/document_kind.hpp"
#include "rigy/png.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {
namespace {

rigy_result* render_to_result(const char* entry, FileReader& files, const RenderOptions& options) {
  RenderResult drawn = render(entry, files, options);
  auto result = std::make_unique<rigy_result>();
  std::vector<std::string> faults = std::move(drawn.param_faults);
  faults.insert(faults.end(), drawn.option_faults.begin(), drawn.option_faults.end());
  result->ok = drawn.report.ok() && faults.empty();
  result->param_error = fmt::format("{}", fmt::join(faults, "; "));
  keep_report(std::move(drawn.report), *result);
  if (!drawn.frames.empty()) {
    result->files.push_back(
        {document_stem(entry) + ".png", encode_png(drawn.frames, drawn.frame_milliseconds)});
  }
  return result.release();
}

}  // namespace
}  // namespace rigy::interfaces

rigy_result* rigy_render(const char* entry, const rigy_file* files, size_t file_count,
                         const rigy_render_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    if (rigy::interfaces::error_in_arguments(entry, files, file_count, options) != nullptr)
      return nullptr;
    rigy::MemoryFiles memory = rigy::interfaces::files_of(files, file_count);
    return rigy::interfaces::render_to_result(entry, memory, rigy::interfaces::options_of(options));
  });
}

rigy_result* rigy_render_with_reader(const char* entry, rigy_reader reader, void* context,
                                     const rigy_render_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::interfaces::error_in_arguments(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    const std::unique_ptr<rigy::FileReader> files = rigy::interfaces::files_from(reader, context);
    return rigy::interfaces::render_to_result(entry, *files, rigy::interfaces::options_of(options));
  });
}

const char* rigy_render_argument_error(const char* entry, const rigy_file* files, size_t file_count,
                                       const rigy_render_options* options) {
  return rigy::interfaces::null_if_thrown(
      [&] { return rigy::interfaces::error_in_arguments(entry, files, file_count, options); });
}

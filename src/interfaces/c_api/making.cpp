// The operations that make something for a person to edit.
#include "making/making.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "c_api/analysis.hpp"

namespace rigy::interfaces {
namespace {

rigy_result* made_by(std::string_view name, const rigy_analysis* handle, const rigy_param* choices,
                     std::size_t count) {
  return null_if_thrown([&]() -> rigy_result* {
    if (handle == nullptr) return nullptr;
    std::vector<std::string> faults = handle->faults;
    const std::vector<ParamValue> given = given_choices(choices, count, faults);
    if (!faults.empty()) return refused(faults).release();
    MakingResult made = making_named(name)->make(handle->analysis, handle->options, given);
    std::unique_ptr<rigy_result> result = begin_result(made);
    result->text = std::move(made.text);
    result->files = std::move(made.files);
    result->notes = fmt::format("{}", fmt::join(made.notes, "\n"));
    return result.release();
  });
}

}  // namespace
}  // namespace rigy::interfaces

using namespace rigy::interfaces;

rigy_result* rigy_analysis_pose(const rigy_analysis* analysis, const rigy_param* choices,
                                size_t choice_count) {
  return made_by("pose", analysis, choices, choice_count);
}

rigy_result* rigy_analysis_weights(const rigy_analysis* analysis, const rigy_param* choices,
                                   size_t choice_count) {
  return made_by("weights", analysis, choices, choice_count);
}

rigy_result* rigy_analysis_shape(const rigy_analysis* analysis, const rigy_param* choices,
                                 size_t choice_count) {
  return made_by("shape", analysis, choices, choice_count);
}

rigy_result* rigy_analysis_rig(const rigy_analysis* analysis, const rigy_param* choices,
                               size_t choice_count) {
  return made_by("rig", analysis, choices, choice_count);
}

rigy_result* rigy_analysis_motion(const rigy_analysis* analysis, const rigy_param* choices,
                                  size_t choice_count) {
  return made_by("motion", analysis, choices, choice_count);
}

rigy_result* rigy_analysis_gaits(const rigy_analysis* analysis, const rigy_param* choices,
                                 size_t choice_count) {
  return made_by("gaits", analysis, choices, choice_count);
}

const char* rigy_result_pose(const rigy_result* result, size_t* size) {
  return rigy_result_text(result, size);
}

const char* rigy_result_notes(const rigy_result* result, size_t* size) {
  return text_or_null(result == nullptr ? nullptr : &result->notes, size);
}

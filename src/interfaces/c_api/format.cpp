// rigy_format: a text in the one style.
#include "rigy/format.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c_api/analysis.hpp"

namespace rigy::interfaces {
namespace {

std::string take_max_errors(const ChoiceInfo& info, std::string_view value,
                            FormatOptions& options) {
  return take_member<&AnalyzeOptions::max_errors>(info, value, options.analysis);
}

constexpr auto format_table = std::to_array<Choice<FormatOptions>>({
    {{"max_errors", ChoiceKind::Count, "", "100", "Report at most this many diagnostics."},
     take_max_errors},
});

std::span<const Choice<FormatOptions>> rows() { return format_table; }

rigy_result* format_text(std::string_view text, const rigy_param* choices, std::size_t count) {
  FormatOptions options;
  std::vector<std::string> faults;
  take_choices(rows(), given_choices(choices, count, faults), options, faults);
  if (!faults.empty()) return refused(faults).release();
  FormatResult made = format(text, options);
  std::unique_ptr<rigy_result> result = begin_result(made);
  result->text = std::move(made.text);
  return result.release();
}

}  // namespace

std::vector<ChoiceInfo> format_choices() { return infos_of(rows()); }

}  // namespace rigy::interfaces

using namespace rigy::interfaces;

rigy_result* rigy_format(const char* text, size_t size, const rigy_param* choices,
                         size_t choice_count) {
  return null_if_thrown([&]() -> rigy_result* {
    if (text == nullptr && size > 0) return nullptr;
    return format_text({text, size}, choices, choice_count);
  });
}

const char* rigy_result_text(const rigy_result* result, size_t* size) {
  return text_or_null(result == nullptr ? nullptr : &result->text, size);
}

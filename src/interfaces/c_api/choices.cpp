#include "c_api/choices.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/suggestions.hpp"

namespace rigy::interfaces {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string refusal(const ChoiceInfo& info, std::string_view value, std::string_view expected) {
  return fmt::format("{}: '{}' is not {}", info.name, value, expected);
}

}  // namespace

std::vector<std::string_view> words_in_list(std::string_view value) { return split(value, ','); }

std::vector<std::string_view> words_in(std::string_view words) { return split(words, '|'); }

std::optional<std::size_t> word_index(const ChoiceInfo& info, std::string_view value,
                                      std::string& fault) {
  const std::vector<std::string_view> words = words_in(info.words);
  const auto found = std::find(words.begin(), words.end(), value);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  fault = refusal(info, value, fmt::format("one of {}", fmt::join(words, ", ")));
  return std::nullopt;
}

std::optional<bool> flag_in(const ChoiceInfo& info, std::string_view value, std::string& fault) {
  if (value == "true" || value == "false") return value == "true";
  fault = refusal(info, value, "true or false");
  return std::nullopt;
}

std::optional<std::uint64_t> count_in(const ChoiceInfo& info, std::string_view value,
                                      std::uint64_t max, std::string& fault) {
  std::uint64_t count = 0;
  const char* const begin = value.data();
  const char* const end = begin + value.size();
  const auto [stop, error] = std::from_chars(begin, end, count);
  if (error == std::errc() && stop == end && count <= max) return count;
  fault = refusal(info, value, fmt::format("a whole number up to {}", max));
  return std::nullopt;
}

std::optional<double> number_in(const ChoiceInfo& info, std::string_view value,
                                std::string& fault) {
  double number = 0;
  const char* const begin = value.data();
  const char* const end = begin + value.size();
  const auto [stop, error] = fast_float::from_chars(begin, end, number);
  if (error == std::errc() && stop == end && std::isfinite(number)) return number;
  fault = refusal(info, value, "a finite number");
  return std::nullopt;
}

std::string unknown_choice(std::string_view name, const std::vector<ChoiceInfo>& known) {
  ClosestWord closest(name);
  for (const ChoiceInfo& info : known) closest.offer(info.name);
  const std::string hint =
      closest.best().empty() ? "" : fmt::format("; did you mean '{}'?", closest.best());
  return fmt::format("there is no option '{}'{}", name, hint);
}

}  // namespace rigy::interfaces

#include "cli/unknown_option.hpp"

#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"

namespace rigy::interfaces::cli {
namespace {

// The option that a word gives: "--root" of "--root=x", "-j" of "-j4". Empty if it is none, as "-",
// "-30,20" and file names are.
std::string_view option_in(std::string_view word) {
  if (word.starts_with("--")) return word.substr(0, word.find('='));
  const bool is_short =
      word.size() > 1 && word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1])) != 0;
  return is_short ? word.substr(0, 2) : std::string_view();
}

std::string closest_option(const Options& options, std::string_view given) {
  // Who asks for a format where there is only one result means the format of the diagnostics.
  if (given == "--format" && options.takes_value("--diagnostics")) return "--diagnostics";
  const std::vector<std::string> names = options.long_names();
  ClosestWord closest(given);
  for (const std::string& name : names) closest.offer(name);
  return std::string(closest.best());
}

std::string message_about(const Options& options, std::string_view given) {
  const std::string meant = closest_option(options, given);
  const std::string hint = meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
  return fmt::format("{} is not an option of {}{}", given, options.command_name(), hint);
}

}  // namespace

std::optional<std::string> unknown_option(const Options& options,
                                          std::span<const std::string> words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--") break;
    const std::string_view given = option_in(word);
    if (given.empty()) continue;
    const std::optional<bool> takes_value = options.takes_value(std::string(given));
    if (!takes_value) return message_about(options, given);
    // The next word is its value.
    if (*takes_value && given == word) ++i;
  }
  return std::nullopt;
}

}  // namespace rigy::interfaces::cli

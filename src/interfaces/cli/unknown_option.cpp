#include "cli/unknown_option.hpp"

#include <array>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
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

// Whether the next word is the option's value.
bool takes_next(const CLI::Option& option, std::string_view given, std::string_view word) {
  return option.get_items_expected_min() > 0 && given == word;
}

// Options of one meaning that commands call differently.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> twins{
    {{"--format", "--diagnostics"}, {"--diagnostics", "--format"}}};

std::string twin_of(const CLI::App& command, std::string_view given) {
  for (const auto& [one, other] : twins) {
    std::string name(other);
    if (one == given && command.get_option_no_throw(name) != nullptr) return name;
  }
  return {};
}

std::string closest_option(const CLI::App& command, std::string_view given) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  ClosestWord closest(given);
  for (const std::string& name : names) closest.offer(name);
  return std::string(closest.best());
}

std::string message_about(const CLI::App& command, std::string_view given) {
  const std::string twin = twin_of(command, given);
  const std::string meant = twin.empty() ? closest_option(command, given) : twin;
  const std::string hint = meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
  return fmt::format("{} is not an option of {}{}", given, command.get_name(), hint);
}

}  // namespace

std::optional<std::string> unknown_option(const CLI::App& command,
                                          std::span<const std::string> words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--") break;
    const std::string_view given = option_in(word);
    if (given.empty()) continue;
    const CLI::Option* const option = command.get_option_no_throw(std::string(given));
    if (option == nullptr) return message_about(command, given);
    if (takes_next(*option, given, word)) ++i;
  }
  return std::nullopt;
}

}  // namespace rigy::interfaces::cli

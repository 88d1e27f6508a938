// Options with a few named values.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// Makes one of these words the only values of an option.
inline CLI::Option* only_words(CLI::Option* option, const std::vector<std::string>& words) {
  const std::string names = fmt::format("{}", fmt::join(words, "|"));
  return option
      ->check([words, names](const std::string& text) {
        const bool is_known = std::find(words.begin(), words.end(), text) != words.end();
        return is_known ? std::string() : fmt::format("'{}' is not {}", text, names);
      })
      ->type_name(names);
}

// An option whose value is one of these names.
template <typename Value>
void add_choice(CLI::App& command, const std::string& name, Value& value,
                const std::map<std::string, Value>& choices, const std::string& description) {
  std::vector<std::string> names;
  for (const auto& [choice, meaning] : choices) names.push_back(choice);
  only_words(command.add_option_function<std::string>(
                 name, [&value, choices](const std::string& text) { value = choices.at(text); },
                 description),
             names);
}

}  // namespace rigy::interfaces::cli

// Options with a few named values.
#pragma once

#include <map>
#include <string>

#include <CLI/App.hpp>
#include <fmt/format.h>

namespace rigy::cli {

// An option whose value is one of these names.
template <typename Value>
void add_choice(CLI::App& command, const std::string& name, Value& value,
                const std::map<std::string, Value>& choices, const std::string& description) {
  std::string names;
  for (const auto& [choice, meaning] : choices) names += (names.empty() ? "" : "|") + choice;
  command
      .add_option_function<std::string>(
          name, [&value, choices](const std::string& text) { value = choices.at(text); },
          description)
      ->check([choices, names](const std::string& text) {
        return choices.contains(text) ? std::string() : fmt::format("'{}' is not {}", text, names);
      })
      ->type_name(names);
}

}  // namespace rigy::cli

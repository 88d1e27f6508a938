// The options of a command. Commands add theirs here, so that only one file pays for the templates
// of the parser.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interfaces_floor.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rigy::interfaces::cli {

// An option that was added.
class AddedOption {
 public:
  explicit AddedOption(CLI::Option* option) : option_(option) {}

  AddedOption& required();
  AddedOption& excludes(const AddedOption& other);
  // `fault` says what is wrong with a value; empty: nothing.
  AddedOption& check(std::function<std::string(const std::string& value)> fault);

 private:
  CLI::Option* option_;
};

// What completion has to know of an option.
struct OptionDescription {
  std::string long_name;   // "--output"; empty for a word without a dash
  std::string short_name;  // "-o", or empty
  bool takes_value = false;
  std::vector<std::string> words;  // that its value can be; empty: anything
  std::string description;
};

// What the names of values mean, in the order of the help.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

// Names are "-o,--output", or "IN" for a word without a dash. `shown` is what the help shows for
// the value. Variables must live until the command has run.
class Options {
 public:
  explicit Options(CLI::App& command) : command_(command) {}

  // What the help ends with.
  void footer(const std::string& text);

  // An empty text, as from an unset variable, is a usage error.
  AddedOption text(const std::string& names, std::string& value, const std::string& shown,
                   const std::string& description);
  AddedOption flag(const std::string& names, bool& value, const std::string& description);
  // Several values, separated by commas; the option may be repeated.
  AddedOption list(const std::string& names, std::vector<std::string>& values,
                   const std::string& shown, const std::string& description);
  // One value each time.
  AddedOption repeated(const std::string& names, std::vector<std::string>& values,
                       const std::string& shown, const std::string& description);
  // All words that are left: at least one, or exactly one.
  AddedOption words(const std::string& name, std::vector<std::string>& values,
                    const std::string& description);
  AddedOption one_word(const std::string& name, std::vector<std::string>& values,
                       const std::string& description);
  AddedOption number(const std::string& names, double& value, const std::string& shown,
                     const std::string& description);
  template <class Unsigned>
  AddedOption count(const std::string& names, Unsigned& value, std::uint64_t min, std::uint64_t max,
                    const std::string& description) {
    const auto take = [&value](std::uint64_t given) { value = static_cast<Unsigned>(given); };
    return add_count(names, take, min, max, description);
  }

  // One of a few words.
  AddedOption word(const std::string& names, std::string& value,
                   const std::vector<std::string>& choices, const std::string& description);
  // Some of a few words, one each time.
  AddedOption repeated_word(const std::string& names, std::vector<std::string>& values,
                            const std::vector<std::string>& choices,
                            const std::string& description);
  // One of a few values, by their names.
  template <class Value>
  AddedOption choice(const std::string& names, Value& value, const Choices<Value>& choices,
                     const std::string& description) {
    std::vector<std::string> all;
    for (const auto& [name, meaning] : choices) all.push_back(name);
    const auto take = [&value, choices](const std::string& text) {
      for (const auto& [name, meaning] : choices) {
        if (name == text) value = meaning;
      }
    };
    return add_word(names, take, all, description);
  }

  // About the command line that was parsed: the name of the command, the names of all options with
  // their dashes, and whether one takes a value; nothing if there is no such option.
  [[nodiscard]] const std::string& command_name() const;
  [[nodiscard]] std::vector<std::string> long_names() const;
  [[nodiscard]] std::optional<bool> takes_value(const std::string& name) const;
  // All of them, in the order of the help.
  [[nodiscard]] std::vector<OptionDescription> descriptions() const;
  // Every option that was given, with its values, except these.
  [[nodiscard]] std::string given_except(std::initializer_list<std::string_view> names) const;

 private:
  AddedOption add_word(const std::string& names,
                       const std::function<void(const std::string&)>& take,
                       const std::vector<std::string>& choices, const std::string& description);
  AddedOption add_count(const std::string& names, const std::function<void(std::uint64_t)>& take,
                        std::uint64_t min, std::uint64_t max, const std::string& description);

  CLI::App& command_;
};

}  // namespace rigy::interfaces::cli
